// The champion's tactics against the trainer's on 20×20.

#define TENGEN_BOARD 20
#define TENGEN_SUITE TrainersTactics20
#define train trainer_20  // the trainer's namespace: one for each size of board
#include "engines/gomoku/champion/trainer_check.hpp"

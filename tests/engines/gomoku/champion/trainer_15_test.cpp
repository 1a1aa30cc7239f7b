// The champion's tactics against the trainer's on 15×15.

#define TENGEN_BOARD 15
#define TENGEN_SUITE TrainersTactics15
#define train trainer_15  // the trainer's namespace: one for each size of board
#include "engines/gomoku/champion/trainer_check.hpp"

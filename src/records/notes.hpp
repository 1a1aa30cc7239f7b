#pragma once
// What players thought of their moves, as text: note by note, and as lists with one entry a note.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "records/record.hpp"

namespace tengen::records {

// A thought as chess programs write it, score/depth time nodes: "+0.25/8 0.015000s n=1200"; "?" for no score. And back:
// nothing where the text is some other comment.
std::string to_text(const MoveNote& note);
std::optional<MoveNote> note_from(std::string_view text);

enum class NoteField : std::uint8_t { micros, score, depth, nodes };

// "12 7 9"; "?" for no score.
std::string list_of(const std::vector<MoveNote>& notes, NoteField field);
// Whether some note has more than nothing there.
bool says_something(const std::vector<MoveNote>& notes, NoteField field);
// Fills the field of all notes. False where the list has a word that is no number, or another length.
bool read_list(std::string_view list, NoteField field, std::vector<MoveNote>& notes);

}  // namespace tengen::records

// SPDX-License-Identifier: Apache-2.0
// The script looks for the verb, then counts the arguments after it, for which it has to know which
// options take a word. It needs nothing but bash.
#include "cli/usage/usage.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace shardc {

static constexpr const char *kBegin = R"(# Completion of shardc for bash.
_shardc() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
  local verb='' options='' valued='' choices='' arguments=0 i
  # bash takes --option=word apart.
  if [[ $word == = ]]; then
    word=''
  elif [[ $before == = ]]; then
    before=${COMP_WORDS[COMP_CWORD - 2]}
  fi
  for ((i = 1; i < COMP_CWORD; ++i)); do
    [[ ${COMP_WORDS[i]} == -* ]] && continue
    verb=${COMP_WORDS[i]}
    break
  done
)";

static constexpr const char *kCount = R"(  for ((++i; i < COMP_CWORD; ++i)); do
    if [[ " $valued " == *" ${COMP_WORDS[i]} "* ]]; then
      ((++i))
      [[ ${COMP_WORDS[i]} == = ]] && ((++i))
    elif [[ ${COMP_WORDS[i]} != -* ]]; then
      ((++arguments))
    fi
  done
  if [[ " $valued " == *" $before "* ]]; then
    arguments=$before
  elif [[ $word == -* ]]; then
    choices=$options
  fi
)";

static constexpr const char *kEnd = R"(  [[ -n $choices ]] || return # a file
  compopt +o default 2>/dev/null
  mapfile -t COMPREPLY < <(compgen -W "$choices" -- "$word")
}
complete -o default -F _shardc shardc
)";

static std::string bashQuoted(const std::string &text) { return "'" + text + "'"; }

static std::string names(llvm::ArrayRef<OptionText> options, bool onlyValued) {
  std::vector<std::string> words;
  for (const OptionText &option : options)
    if (!option.argument && (!onlyValued || !option.value.empty()))
      words.insert(words.end(), option.names.begin(), option.names.end());
  return bashQuoted(llvm::join(words, " "));
}

/// Cases of `verb`, then the option's name or the argument's number.
static std::string choiceCases(const VerbText &verb) {
  std::string text;
  int argument = 0;
  for (const OptionText &option : verb.options) {
    const std::vector<std::string> keys =
        option.argument ? std::vector{std::to_string(argument++)} : option.names;
    if (option.choices.empty()) continue;
    const auto patterns = llvm::map_range(
        keys, [&](const std::string &key) { return bashQuoted(verb.name + " " + key); });
    text += "    " + llvm::join(patterns, " | ") +
            ") choices=" + bashQuoted(llvm::join(option.choices, " ")) + " ;;\n";
  }
  return text;
}

std::string bashCompletion(const CommandText &command) {
  std::vector<std::string> verbs;
  std::string tables =
      "  case $verb in\n    '') options=" + names(command.options, false) + " ;;\n";
  std::string choices;
  for (const VerbText &verb : command.verbs) {
    verbs.push_back(verb.name);
    tables += "    " + verb.name + ")\n      options=" + names(verb.options, false) +
              "\n      valued=" + names(verb.options, true) + "\n      ;;\n";
    choices += choiceCases(verb);
  }
  return kBegin + tables + "  esac\n" + kCount +
         "  [[ -n $choices ]] || case \"$verb $arguments\" in\n" +
         "    ' 0') choices=" + bashQuoted(llvm::join(verbs, " ")) + " ;;\n" + choices + "  esac\n" +
         kEnd;
}

} // namespace shardc

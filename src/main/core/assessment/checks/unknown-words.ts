import { environmentOf } from '../../shell/graph'
import { argsOf, hasArg, textAt, type Rule } from './rule'

const takesSubcommand =
  /^(git|docker|podman|kubectl|npm|pnpm|yarn|cargo|go|gh|aws|gcloud|az|terraform|helm|systemctl|brew|apt|apt-get|pip|npx)$/

/** Characters that are not seen, or turn what is seen round; one that joins two pictures is how such pictures are written. */
const unseen =
  /(?<!\p{Extended_Pictographic}\ufe0f?)\u200d|[\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/u
/** Cyrillic and Greek letters that look like Latin ones. */
const otherLetters = /[аеорсухіјѕԁԛԝһАВЕКМНОРСТХІЈЅοανΑΒΕΖΗΙΚΜΝΟΡΤΥΧ]/u

/** A plain letter with a mark put on it, in the name of a program: `gi\u0301t`. */
const marked = /[a-z]\p{M}/iu

/** Letters of two alphabets in one word: one of them is there to look like the other. */
const mixesScripts = (text: string): boolean =>
  (text.match(/[\p{L}\p{M}]+/gu) ?? []).some((run) => otherLetters.test(run) && /[a-z]/i.test(run))

/** Words that decide what a program does, and are only known at run time; and builtins that load or rename programs. */
export const unknownWordRules: readonly Rule[] = [
  {
    id: 'unknown.look-alike',
    level: 'medium',
    categories: [],
    match: ({ words, program }) => {
      const found = words.find(
        ({ text }, at) => unseen.test(text) || mixesScripts(text) || (at === 0 && marked.test(text)),
      )
      if (found === undefined) return otherLetters.test(program) ? program : false
      return found.text.replace(
        /[^\x20-\x7e]/gu,
        (each) => `<U+${(each.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}>`,
      )
    },
  },
  {
    id: 'unknown.subcommand',
    level: 'medium',
    categories: [],
    match: (command) => {
      const first = command.words.slice(1).find((word) => !word.text.startsWith('-'))
      return takesSubcommand.test(command.program) && first?.known === false ? command.program : false
    },
  },
  {
    id: 'unknown.options',
    level: 'medium',
    categories: [],
    match: ({ program, words }) => {
      if (!/^(find|tar|rsync|sed|xargs|chmod|chown|dd|curl|wget|ssh)$/.test(program)) return false
      const at = program === 'sed' ? 1 : 2
      const loose = words.some((word, index) => {
        const before = words[index - 1]?.text ?? ''
        return (
          index >= at &&
          !word.known &&
          word.below === undefined &&
          word.head === '' &&
          !before.startsWith('-') &&
          word.text.startsWith('$')
        )
      })
      return loose && /^(find|xargs|sed)$/.test(program) ? program : false
    },
  },
  {
    id: 'unknown.builtin',
    level: 'high',
    categories: ['system_modification'],
    match: (command) =>
      (command.program === 'enable' && hasArg(command, /^-f/)) ||
      // In zsh `hash name=path`, and with -d a name for a folder.
      (command.program === 'hash' &&
        (hasArg(command, /^-p/) || (hasArg(command, /^[\w.+-]+=/) && !hasArg(command, /^-\w*d/)))) ||
      (command.program === 'bind' && hasArg(command, /^-x|":/))
        ? command.program
        : (environmentOf(command).find(({ name }) => /^BASH_(?:CMDS|ALIASES)$/.test(name))?.name ?? false),
  },
  {
    id: 'unknown.clock-or-name',
    level: 'high',
    categories: ['system_modification'],
    match: (command) =>
      (command.program === 'date' && hasArg(command, /^(-s|--set)/)) ||
      (command.program === 'hostname' &&
        argsOf(command).some((text) => !text.startsWith('-')) &&
        textAt(command, 1) !== ''),
  },
]

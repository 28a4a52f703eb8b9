import { plainWord, type SimpleCommand, unknownWord, type Word, withText } from '../../shell/graph'
import { isPlainEdit, readEditor } from '../../shell/nested/editor-commands'
import { targetOf } from './file-action'
import { readArguments } from './arguments'
import { all, type Found, type Program } from './program-forms'

const saves = /^[%\d,$.]*\s*(?:w|wq|x|up|update|write|wa|wqa|xa|wall|xall|xit|exit|W)\b(?!\s+!)!?\s*(?!>)$/
/** A file of its own that something is written to; the first group says whether it is added to. */
const elsewhere = /^[%\d,$.]*\s*(?:w|wq|write|sav|saveas|x|W)(?:!|\b)\s*(>>)?\s*([^\s!>].*)$/
/** A file whose text is put in, or that is opened in place of the first. */
const reads = /^[%\d,$.]*\s*(?:r|read|e|edit)!?\s+([^\s!].*)$/
/** Settings that name a file or a folder in which an editor keeps something. */
const settings =
  /\b(?:viminfofile|vif|verbosefile|vfile|shadafile|sdf|backupdir|bdir|undodir|udir|directory|dir|viewdir|vdir)[+^]?=(\/[^\s,]*)/g
/** All lines go. */
const removesAll = /^(?:%|,|[01],\s*\$|g!?\/(?:\.|\^|\.\*|\$)?\/)\s*d(?:e(?:l(?:e(?:te?)?)?)?)?(?:\s+\w)?$/

/** A name as an editor has it, which replaces some signs in it. */
const named = (text: string, { known }: Word): Word =>
  known && !/^~|[$%#*`\\]/.test(text) ? plainWord(text) : unknownWord(text)

/** ed, ex and vim: the files that they open, changed unless they are told to leave without saving, and those that they write to. */
export const editor: Program = (command: SimpleCommand): readonly Found[] => {
  const call = readEditor(command)
  if (!call) return []
  const { commands, files, told, views } = call
  const written = commands.flatMap(({ text, word }): Found[] => {
    const [, added, name] = elsewhere.exec(text) ?? []
    return name === undefined
      ? []
      : [{ access: added === undefined ? 'write' : 'append', target: targetOf(named(name, word), command) }]
  })
  const read = commands.flatMap(({ text, word }): Found[] => {
    const [, name] = reads.exec(text) ?? []
    return name === undefined ? [] : [{ access: 'read', target: targetOf(named(name, word), command) }]
  })
  const leaves =
    told && commands.every((each) => isPlainEdit(each) && !saves.test(each.text))
      ? true
      : views && commands.length === 0
  const empties =
    commands.some(({ text }) => saves.test(text)) && commands.some(({ text }) => removesAll.test(text))
  // What is typed, and what it keeps and says for itself.
  const kept = command.words.filter(
    ({ text }, at) =>
      at > 0 &&
      /^-(?:[wWi]|-startuptime|-log|-listen)$/.test(command.words[at - 1]?.text ?? '') &&
      text !== 'NONE',
  )
  const said = command.words.flatMap((word) => {
    const [, name] = /^-V\d*([^\d].*)$/s.exec(word.text) ?? []
    return name === undefined ? [] : [withText(word, name)]
  })
  const set = commands.flatMap(({ text, word }) =>
    [...text.matchAll(settings)].map(([, name = '']) => named(name, word)),
  )
  // What is not there yet is made.
  return [
    ...(/^(ed|red)$/.test(command.program) ? [] : all([...kept, ...said, ...set], command, 'write')),
    ...written,
    ...read,
    ...all(files, command, leaves ? 'read' : empties ? 'write' : 'append', empties ? { empties } : {}),
  ]
}

/** nano: the files that it opens; `+12` is a line of the next one. */
export const nano: Program = (command) => {
  const { operands } = readArguments(command, 'rTYsoCfQX', [
    '--speller',
    '--rcfile',
    '--operatingdir',
    '--backupdir',
    '--fill',
  ])
  return all(
    operands.filter(({ text }) => !text.startsWith('+')),
    command,
    'append',
  )
}

import { readGlob } from '../../shell/glob'
import { asDashed } from '../../shell/nested/recorded'
import { readSed, sedDeeds } from '../../shell/nested/sed-calls'
import { findScope } from '../../shell/nested/search-scope'
import { plainWord, unknownWord, type SimpleCommand, type Word, withText } from '../../shell/graph'
import { nameOf, resolveAll } from '../../shell/paths'
import { targetOf, type Fits, type Target } from './file-action'
import { hasFlag, readArguments, valueOf, type Arguments } from './arguments'
import { all, here, namedIn, type Found, type Program } from './program-forms'

/** tar: what it unpacks, makes, or removes after packing. */
export const tar: Program = (command) => {
  const letters = Array.from('fCXTbgKLNVHM', (each) => `-${each}`)
  const spoken = {
    ...command,
    words: [...command.words.slice(0, 1), ...asDashed(command.words.slice(1), letters)],
  }
  const args = readArguments(spoken, 'fCXTbgIKLNV', [
    '--file',
    '--directory',
    '--exclude',
    '--strip-components',
    '--transform',
    '--files-from',
    '--add-file',
    '--index-file',
    '--listed-incremental',
    '--volno-file',
  ])
  const kept = [...args.values]
    .filter(([name]) =>
      ['--index-file', '--listed-incremental', '--volno-file', '-g'].some(
        (each) => each === name || (name.length > 4 && each.startsWith(name)),
      ),
    )
    .flatMap(([, words]) => all(words, command, 'write'))
  return [...kept, ...archived(command, args)]
}

/** What tar does to its archive and to what it packs or unpacks. */
function archived(command: SimpleCommand, args: Arguments): Found[] {
  const file = valueOf(args, '-f', '--file')
  const folder = valueOf(args, '-C', '--directory')
  if (hasFlag(args, '-t', '--list')) return file ? all([file], command, 'read') : []
  if (hasFlag(args, '-x', '--extract', '--get')) {
    const target: Target = folder
      ? { ...targetOf(folder, command), spread: 'below', filtered: true }
      : here(command)
    return [{ access: 'write', target, recursive: true }, ...(file ? all([file], command, 'read') : [])]
  }
  const made = file && file.text !== '-' ? all([file], command, 'write') : []
  const lists = ['-T', '--files-from'].flatMap((name) => args.values.get(name) ?? [])
  const packed = [...args.operands, ...(args.values.get('--add-file') ?? []), ...lists.map(namedIn)]
  // Which of several folders a name is looked for in hangs on where it stands: it may be any of them.
  let bases: readonly string[] = command.cwd
  for (const each of ['-C', '--directory'].flatMap((name) => args.values.get(name) ?? []))
    bases = each.known ? [...new Set([...bases, ...resolveAll(each.text, bases)])] : []
  const removed = hasFlag(args, '--remove-files')
    ? all(packed, { ...command, cwd: bases }, 'delete', { recursive: true })
    : []
  return [
    ...made,
    ...removed,
    ...all(args.operands, { ...command, cwd: bases }, 'read', { recursive: true }),
    ...all(lists, command, 'read'),
  ]
}

const isRemote = (word: Word): boolean => /^[^/]*:/.test(word.text) || /^rsync:/.test(word.text)

/** rsync, on this machine; what goes elsewhere is for the network rules. */
export const rsync: Program = (command) => {
  const args = readArguments(command, 'efTM', ['--exclude', '--include', '--rsh', '--filter', '--log-file'])
  const last = args.operands.at(-1)
  const sources = args.operands.slice(0, -1).filter((word) => !isRemote(word))
  const moved = hasFlag(args, '--remove-source-files')
    ? all(sources, command, 'delete', { recursive: true })
    : []
  const read = all(sources, command, 'read', { recursive: true })
  if (!last || isRemote(last) || args.operands.length < 2) return [...moved, ...read]
  const target: Target = { ...targetOf(last, command), spread: 'below', filtered: true }
  const deletes = [...args.flags].some((flag) => /^--del(ete.*)?$/.test(flag))
  return [
    { access: 'write', target, recursive: true },
    ...(deletes
      ? [{ access: 'delete' as const, target: { ...target, filtered: false }, recursive: true }]
      : []),
    ...moved,
    ...read,
  ]
}

/** scp: where it puts what it fetches. */
export const scp: Program = (command) => {
  const { operands } = readArguments(command, 'cDFiJloPSX')
  const last = operands.at(-1)
  return !last || isRemote(last) || operands.length < 2
    ? []
    : [
        {
          access: 'write',
          target: { ...targetOf(last, command), name: nameOf(operands[0]?.text.replace(/^.*:/, '') ?? '') },
        },
      ]
}

/** sed: its files, changed in place or read, and what its `w` commands write. */
export const sed: Program = (command) => {
  const args = readArguments(command, 'efl', ['--expression', '--file', '--line-length'])
  const inPlace = [...args.flags].some((flag) => flag === '-i' || flag.startsWith('--in-place'))
  const { scripts: texts, scriptFiles, files } = readSed(command.words.slice(1))
  const deeds = texts.map((word) => ({ word, ...sedDeeds(word.text.slice(0, 20_000)) }))
  const named = (of: 'writes' | 'reads'): readonly Word[] =>
    deeds.flatMap(({ word, ...found }) => found[of].map((name) => withText(word, name)))
  // `d`, `1,$d` and `/./d` leave nothing.
  const empties =
    inPlace && texts.length === 1 && /^\s*(?:1\s*,\s*\$\s*|\/\.\/\s*)?d\s*$/.test(texts[0]?.text ?? '')
  // A star in the ending stands for the file's name, and a folder may stand before it.
  const kept = command.words.flatMap((word): readonly Word[] => {
    const [, ending = ''] = /^(?:-[nrsuzE]*i|--in-p[lace]*=)(.*\*.*)$/s.exec(word.text) ?? []
    return ending === '' ? [] : files.map((file) => withText(word, ending.replaceAll('*', nameOf(file.text))))
  })
  return [
    ...all(kept, command, 'write'),
    ...all(named('writes'), command, 'write'),
    ...all([...named('reads'), ...scriptFiles], command, 'read'),
    ...all(files, command, inPlace ? 'change' : 'read', empties ? { empties } : {}),
  ]
}

/** What a call of find narrows its search to; undefined where there is a test that is not read here. */
function fitsOf(words: readonly Word[]): Fits | undefined {
  const start = words.findIndex(({ text }, at) => at > 0 && /^[-(!,]/.test(text))
  const names: { pattern: string; anyCase: boolean }[] = []
  let filesAlone = false
  for (let at = Math.max(start, 1); at < words.length; at += 1) {
    const { text = '', known } = words[at] ?? {}
    const value = words[at + 1]
    if (known !== true) return undefined
    if (/^-(delete|depth|print0?)$/.test(text)) continue
    // An unquoted pattern may become several words, and they tests of their own.
    if (value?.known !== true || value.glob) return undefined
    if (/^-i?name$/.test(text) && !value.text.includes('\\') && readGlob(value.text).exact)
      names.push({ pattern: value.text, anyCase: text === '-iname' })
    else if (text === '-type' && value.text === 'f') filesAlone = true
    else return undefined
    at += 1
  }
  return names.length > 0 || filesAlone ? { names, filesAlone } : undefined
}

/** Whether what one of several `-delete` removes is narrowed by nothing: no test stands between it and what it is parted from. */
function removesAll(words: readonly Word[], cwd: readonly string[]): boolean {
  return words.some(({ text }, at) => {
    if (text !== '-delete') return false
    const before = words.slice(0, at).findLastIndex((word) => /^(-o|-or|,|\(|-delete)$/.test(word.text))
    return before > 0 && !findScope([...words.slice(0, 1), ...words.slice(before + 1, at)], cwd).filtered
  })
}

/** find: -delete, and the files that it prints to. */
export const find: Program = (command) => {
  // What stands behind -delete narrows nothing any more; another one there has tests of its own.
  const [first = -1, second] = command.words.flatMap(({ text }, at) => (text === '-delete' ? [at] : []))
  const words = first < 0 || second !== undefined ? command.words : command.words.slice(0, first + 1)
  const below = findScope(words, command.cwd)
  const filtered = below.filtered && (second === undefined || !removesAll(words, command.cwd))
  const fits = filtered && second === undefined ? fitsOf(words) : undefined
  const target: Target = {
    text:
      below.roots.join(' ') ||
      words
        .slice(1)
        .map(({ text }) => text)
        .join(' ')
        .slice(0, 80),
    paths: below.roots,
    spread: 'below',
    filtered,
    ...(fits && { fits }),
  }
  const found: Found[] = []
  command.words.forEach((word, at) => {
    if (at === first) found.push({ access: 'delete', target, recursive: true })
    const next = command.words[at + 1]
    if (next && word.text === '-files0-from' && next.text !== '-') found.push(...all([next], command, 'read'))
    if (next && /^-(fls|fprint0?|fprintf)$/.test(word.text))
      found.push({ access: 'write', target: targetOf(next, command) })
  })
  return found
}

/** Where awk prints to: what stands behind `>` in a statement that prints, outside of brackets. Texts are numbered marks. */
function printedTo(
  program: string,
): readonly { readonly to: string; readonly printed: string; readonly added: boolean }[] {
  const texts: string[] = []
  let bare = program.replace(
    /"((?:\\.|[^"\\\n])*)"/g,
    (_, text: string) => `"${String(texts.push(text) - 1)}"`,
  )
  const groups: string[] = []
  // Deeper brackets nobody writes.
  for (let before = '', depth = 0; before !== bare && depth < 50; depth++) {
    before = bare
    bare = bare.replace(/\([^()\n]*\)/g, (group) => `\0${String(groups.push(group) - 1)}\0`)
  }
  const back = (text: string): string => {
    const open = text.replace(/\0(\d+)\0/g, (_, at: string) => groups[Number(at)] ?? '')
    return open === text
      ? text.replace(/"(\d+)"/g, (_, at: string) => `"${texts[Number(at)] ?? ''}"`)
      : back(open)
  }
  return [...bare.matchAll(/\bprintf?\b([^;}\n|>]*)>(>?)\s*([^;}\n]+)/g)].map(
    ([, printed = '', added = '', to = '']) => ({
      to: back(to.trim()),
      printed: back(printed.trim()),
      added: added !== '',
    }),
  )
}

/** awk writes where its program says `> "file"`, and in place when asked to. What it puts together as a name is not known. */
export const awk: Program = (spoken) => {
  const kept = /^(?:-[odp]|--(?:pretty-print|dump-variables|profile)(?:=|$))/
  const command = { ...spoken, words: spoken.words.filter(({ text }) => !kept.test(text)) }
  const args = readArguments(command, 'Fvfie', ['--assign', '--field-separator', '--file'])
  const inPlace = (args.values.get('-i') ?? []).some((word) => word.text === 'inplace')
  const given = args.values.get('-e')?.[0]
  const isElsewhere = given !== undefined || args.flags.has('-f') || args.flags.has('--file')
  const program = isElsewhere ? given : args.operands[0]
  const files = isElsewhere ? args.operands : args.operands.slice(1)
  const variables = ['-v', '--assign'].flatMap((name) => args.values.get(name) ?? [])
  const wordsOf = (to: string): readonly Word[] => {
    const [, text] = /^"([^"\\]*)"$/.exec(to) ?? []
    if (text !== undefined && program?.known === true) return [plainWord(text)]
    if (to === 'FILENAME') return files
    const set = variables.find((word) => word.text.startsWith(`${to}=`))
    return [set?.known === true ? plainWord(set.text.slice(to.length + 1)) : unknownWord(to)]
  }
  const written = printedTo(program?.text ?? '').flatMap(({ to, printed, added }) =>
    all(
      wordsOf(to).filter(({ text }) => !/^\/dev\/std(err|out)$/.test(text)),
      command,
      added ? 'append' : 'write',
      printed === '""' ? { empties: true } : {},
    ),
  )
  // gawk's own listings: what is tied to the option, or a name of its own.
  const listings = spoken.words.slice(1).flatMap((word): Word[] => {
    const [option = ''] = kept.exec(word.text) ?? []
    if (option === '') return []
    const name = word.text.slice(option.length)
    if (name !== '')
      return name === '-' ? [] : [{ ...word, text: name, head: word.head.slice(option.length) }]
    return [plainWord(/^--?d/.test(option) ? 'awkvars.out' : 'awkprof.out')]
  })
  return [...written, ...all(listings, command, 'write'), ...all(files, command, inPlace ? 'change' : 'read')]
}

/** zip: the files whose names it reads, where it removes what it has packed. */
export const zip: Program = (command) => {
  const args = readArguments(command, 'tnxb')
  const named = hasFlag(args, '-m', '--move') && hasFlag(args, '-@', '--names-stdin')
  return named ? all([unknownWord('$(lines)')], command, 'move', { recursive: true }) : []
}

/** dd: if= and of=. */
export const dd: Program = (command) =>
  command.words.slice(1).flatMap((word): Found[] => {
    const [, name, text = ''] = /^(if|of)=(.*)$/s.exec(word.text) ?? []
    if (name === undefined) return []
    const target = targetOf({ ...word, text, head: word.known ? text : word.head.slice(3) }, command)
    return [{ access: name === 'of' ? 'write' : 'read', target }]
  })

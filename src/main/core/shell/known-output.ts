import { decodeEscapes, stopsOutput, textOfBytes } from './ansi-c'
import type { SimpleCommand } from './graph'
import { mayDecode } from './other-shells'

const maxText = 64 * 1024

function decodeBase64(text: string): string | undefined {
  const clean = text.replace(/\s/g, '')
  if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(clean)) return undefined
  try {
    const bytes = atob(clean.replace(/-/g, '+').replace(/_/g, '/'))
    return textOfBytes(Uint8Array.from(bytes, (each) => each.charCodeAt(0)))
  } catch {
    return undefined // not base64 after all: then nothing is known of it
  }
}

function decodeHex(text: string): string | undefined {
  const digits = text.replace(/\s/g, '')
  if (!/^([0-9a-fA-F]{2})*$/.test(digits)) return undefined
  const bytes = digits.match(/../g) ?? []
  return textOfBytes(Uint8Array.from(bytes, (each) => Number.parseInt(each, 16)))
}

/** What one directive of a format prints of its argument; undefined where that takes more than is read here. */
function printedAs(kind: string, given: string | undefined): string | undefined {
  switch (kind) {
    case '%%':
      return '%'
    case '%s':
      return given ?? ''
    case '%d':
    case '%i':
      return /^(?:-?[1-9]\d{0,14}|0)$/.test(given ?? '0') ? (given ?? '0') : undefined
    default:
      return undefined
  }
}

/**
 * What printf prints of a format with %s, %b, %d and no widths, which is used again while arguments are left. Undefined for every other directive, and
 * where what is printed is no text.
 */
function printf(format: string, args: readonly string[]): string | undefined {
  const parts = format.split(/(%[%sbdi])/)
  // Widths and every other directive print what is not read here.
  if (parts.some((part, place) => place % 2 === 0 && part.includes('%'))) return undefined
  const literal = parts.map((part, place) => (place % 2 === 0 ? decodeEscapes(part, 'format') : part))
  let text = ''
  let at = 0
  for (;;) {
    const before = at
    for (const [place, part] of literal.entries()) {
      if (part === undefined) return undefined
      if (place % 2 === 0) text += part
      else if (part === '%b') {
        const arg = args[at++] ?? ''
        const decoded = decodeEscapes(arg, 'argument')
        if (decoded === undefined) return undefined
        text += decoded
        // Nothing at all is printed from there on.
        if (stopsOutput(arg, 'argument')) return text
      } else {
        const printed = printedAs(part, args[at])
        if (printed === undefined) return undefined
        if (part !== '%%') at += 1
        text += printed
      }
      if (text.length > maxText) return undefined
    }
    if (at === before || at >= args.length) return text
  }
}

function letters(set: string): string | undefined {
  if (/[[\\]/.test(set)) return undefined
  return set.replace(/(.)-(.)/g, (whole, from: string, to: string) => {
    let made = ''
    if (to < from) return whole
    for (let code = from.charCodeAt(0); code <= to.charCodeAt(0); code++) made += String.fromCharCode(code)
    return made
  })
}

function translate(text: string, from: string, to: string): string | undefined {
  // Of other characters it takes each byte for one.
  if (from.startsWith('-') || /[^\0-\x7f]/.test(from + to + text)) return undefined
  const [source, target] = [letters(from), letters(to)]
  if (source === undefined || target === undefined || target === '') return undefined
  return text.replace(/[\s\S]/g, (c) => {
    const at = source.indexOf(c)
    return at < 0 ? c : (target[Math.min(at, target.length - 1)] ?? c)
  })
}

function transform(command: SimpleCommand, args: readonly string[], input: string): string | undefined {
  const has = (pattern: RegExp): boolean => args.some((arg) => pattern.test(arg))
  switch (command.program) {
    case 'cat':
    case 'tee':
      return has(/^-/) || (command.program === 'cat' && args.length > 0) ? undefined : input
    case 'base64':
      return args.length === 1 && has(/^(-d|-di|-id|-D|--decode)$/) ? decodeBase64(input) : undefined
    case 'xxd':
      return args.length === 2 && has(/^-r(evert)?$/) && has(/^-(p|ps|plain|postscript)$/)
        ? decodeHex(input)
        : undefined
    case 'rev':
      if (args.length > 0) return undefined
      return input
        .split('\n')
        .map((line) => Array.from(line).reverse().join(''))
        .join('\n')
    case 'tr':
      return args.length === 2 ? translate(input, args[0] ?? '', args[1] ?? '') : undefined
    default:
      return undefined
  }
}

/**
 * What a command prints, where that follows from the line alone: echo, printf, and plain decoders behind them. Undefined
 * for everything else. Nothing is run.
 */
export function knownOutput(command: SimpleCommand, all: readonly SimpleCommand[]): string | undefined {
  const args = command.words.slice(1)
  if (!args.every((word) => word.known && !word.glob && word.alternative !== true)) return undefined
  const texts = args.map((word) => word.text)
  switch (command.program) {
    case 'echo': {
      const end = texts.findIndex((text) => !/^-[neE]+$/.test(text))
      const options = end < 0 ? texts : texts.slice(0, end)
      const text = (end < 0 ? [] : texts.slice(end)).join(' ')
      const [last] = options.join('').replace(/[^eE]/g, '').slice(-1)
      const decoded = decodeEscapes(text, 'echo')
      // Other shells decode without being told to, and print what bash takes for an option.
      const mayDiffer = options.length > 1 || options.some((option) => option !== '-n') || decoded !== text
      if (mayDiffer && mayDecode(all[command.parent ?? -1])) return undefined
      if (last !== 'e') return options.some((option) => option.includes('n')) ? text : `${text}\n`
      if (decoded === undefined || stopsOutput(text, 'echo')) return decoded
      return options.some((option) => option.includes('n')) ? decoded : `${decoded}\n`
    }
    case 'printf':
      return texts[0] === '-v' || texts[0] === undefined
        ? undefined
        : printf(texts[0] === '--' ? (texts[1] ?? '') : texts[0], texts.slice(texts[0] === '--' ? 2 : 1))
    case 'pwd':
      return command.cwd.length === 1 && texts.every((text) => text === '-L')
        ? `${command.cwd[0] ?? ''}\n`
        : undefined
    default: {
      const input = knownInput(command, all)
      return input === undefined || input.length > maxText ? undefined : transform(command, texts, input)
    }
  }
}

/** The same where it is what a shell takes for a text: a NUL in it is left out by one, and ends it for another. */
export function knownText(command: SimpleCommand, all: readonly SimpleCommand[]): string | undefined {
  const text = knownOutput(command, all)
  return text?.includes('\0') ? undefined : text
}

/** What a command reads on standard input, where that follows from the line alone. */
export function knownInput(command: SimpleCommand, all: readonly SimpleCommand[]): string | undefined {
  switch (command.stdin.kind) {
    case 'text':
      return command.stdin.word.known ? command.stdin.word.text : undefined
    case 'pipe': {
      const [only, ...more] = command.stdin.from
      const source = only === undefined || more.length > 0 ? undefined : all[only]
      return source && source.id < command.id ? knownOutput(source, all) : undefined
    }
    case 'file':
    case 'inherit':
      return undefined
  }
}

import { decodeAnsiC } from './ansi-c'
import type { SimpleCommand } from './graph'
import { mayDecode } from './other-shells'

const maxText = 64 * 1024

function decodeBase64(text: string): string | undefined {
  const clean = text.replace(/\s/g, '')
  if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(clean)) return undefined
  try {
    const bytes = atob(clean.replace(/-/g, '+').replace(/_/g, '/'))
    return new TextDecoder().decode(Uint8Array.from(bytes, (each) => each.charCodeAt(0)))
  } catch {
    return undefined // not base64 after all: then nothing is known of it
  }
}

function decodeHex(text: string): string | undefined {
  const digits = text.replace(/\s/g, '')
  if (!/^([0-9a-fA-F]{2})*$/.test(digits)) return undefined
  const bytes = digits.match(/../g) ?? []
  return new TextDecoder().decode(Uint8Array.from(bytes, (each) => Number.parseInt(each, 16)))
}

/** printf with %s, %b, %d and no widths; the format is used again while arguments are left. */
function printf(format: string, args: readonly string[]): string {
  let text = ''
  let at = 0
  do {
    text += decodeAnsiC(format).replace(/%(%|[sbdi])/g, (_, kind: string) => {
      if (kind === '%') return '%'
      const arg = args[at++] ?? ''
      return kind === 'b' ? decodeAnsiC(arg) : arg
    })
  } while (at < args.length && format.includes('%') && text.length < maxText)
  return text
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
      return has(/^(-[a-z]*d[a-z]*|-D|--decode)$/) ? decodeBase64(input) : undefined
    case 'xxd':
      return has(/^-[a-z]*r/) && has(/^-[a-z]*p/) ? decodeHex(input) : undefined
    case 'rev':
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
  if (!args.every((word) => word.known && !word.glob)) return undefined
  const texts = args.map((word) => word.text)
  switch (command.program) {
    case 'echo': {
      const end = texts.findIndex((text) => !/^-[neE]+$/.test(text))
      const options = end < 0 ? texts : texts.slice(0, end)
      const text = (end < 0 ? [] : texts.slice(end)).join(' ')
      const isTold = options.some((option) => /[eE]/.test(option))
      if (!isTold && mayDecode(all[command.parent ?? -1]) && decodeAnsiC(text) !== text) return undefined
      const decoded = options.some((option) => option.includes('e')) ? decodeAnsiC(text) : text
      return options.some((option) => option.includes('n')) ? decoded : `${decoded}\n`
    }
    case 'printf':
      return texts[0] === '-v' || texts[0] === undefined
        ? undefined
        : printf(texts[0] === '--' ? (texts[1] ?? '') : texts[0], texts.slice(texts[0] === '--' ? 2 : 1))
    case 'pwd':
      return command.cwd.length === 1 ? `${command.cwd[0] ?? ''}\n` : undefined
    default: {
      const input = knownInput(command, all)
      return input === undefined || input.length > maxText ? undefined : transform(command, texts, input)
    }
  }
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

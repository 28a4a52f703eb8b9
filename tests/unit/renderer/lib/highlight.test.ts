import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { highlight } from '../../../../src/renderer/lib/highlight'
import { colourCode, syntaxClasses } from '../../../../src/renderer/lib/syntax/colour-code'
import type { Token } from '../../../../src/renderer/lib/syntax/token'
import { languageOf } from '../../../../src/renderer/lib/syntax/language-of'

function textOf(lines: readonly (readonly Token[])[]): string {
  return lines.map((line) => line.map((token) => token.text).join('')).join('\n')
}

function classOf(lines: readonly (readonly Token[])[], text: string): string | undefined {
  return lines.flat().find((token) => token.text === text)?.className
}

describe('code in colours', () => {
  it('names the pieces of a line, and of those that go over lines on each of them', () => {
    const lines = colourCode('const a = 12 // why\n/* one\ntwo */', 'typescript')
    expect(lines).toEqual([
      [
        { text: 'const', className: 'sy-keyword' },
        { text: ' a = ' },
        { text: '12', className: 'sy-number' },
        { text: ' ' },
        { text: '// why', className: 'sy-comment' },
      ],
      [{ text: '/* one', className: 'sy-comment' }],
      [{ text: 'two */', className: 'sy-comment' }],
    ])
  })

  it.each([
    ['a language that nobody knows', 'let x = 1', 'no-such-language'],
    ['a name of the object that every object has', 'let x = 1', 'constructor'],
    ['no language', 'let x = 1', ''],
    ['a line that nobody wrote', `let x = "${'y'.repeat(6000)}"`, 'ts'],
    ['more than can be coloured in time', 'let x = 1\n'.repeat(30_000), 'ts'],
  ])('leaves plain: %s', async (_, code, language) => {
    const lines = await highlight(code, language)
    expect(textOf(lines)).toBe(code)
    expect(lines.flat().every((token) => token.className === undefined)).toBe(true)
  })

  it.each(['ts', 'py', 'bash', 'xml', 'json', 'yaml', 'md', 'php', 'dockerfile', 'diff', 'rs', 'css'])(
    'joined, the pieces are the code, whatever it is: %s',
    (language) => {
      const piece = fc.constantFrom(
        ...['<', '>', '</script>', '"', "'", '`', '${', '}', '\n', '\r\n', '\\', '&amp;', '/*', '*/', '#'],
        ...[
          '\u202e',
          '\0',
          '\ud800',
          'é',
          '\u2028',
          'function',
          '<?php',
          'x',
          ' ',
          '\t',
          '---',
          '"""',
          '=',
          '(',
        ],
      )
      fc.assert(
        fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
          const code = pieces.join('')
          const lines = colourCode(code, language) ?? []
          expect(textOf(lines)).toBe(code)
          const classes = lines.flat().flatMap((token) => token.className ?? [])
          expect(classes.filter((name) => !Object.values(syntaxClasses).includes(name))).toEqual([])
        }),
      )
    },
  )

  it('knows a language by a file’s name', () => {
    const files = [
      'src/a.TS',
      'x.mts',
      'Dockerfile',
      'Dockerfile.dev',
      '.bashrc',
      'a/Makefile',
      'b.tar.py',
      'README',
      'x.__proto__',
    ]
    expect(files.map(languageOf)).toEqual([
      ...['ts', 'typescript', 'dockerfile', 'dockerfile', 'bash', 'makefile', 'py', '', '__proto__'],
    ])
    expect(classOf(colourCode('FROM node:24', languageOf('Dockerfile')) ?? [], 'FROM')).toBe('sy-keyword')
    expect(classOf(colourCode('def f(): pass', languageOf('x.py')) ?? [], 'def')).toBe('sy-keyword')
  })
})

import { expect, test } from 'vitest'
import { bashParser } from '../../../fakes/bash-parser'

const parser = bashParser()
const read = async (script: string) => {
  const parse = await parser.parse(script)
  return (
    parse && {
      plain: parse.plain,
      commands: parse.commands.map((words) =>
        words.map((word) => (word.literal ? word.text : `?${word.text}`)).join(' '),
      ),
    }
  )
}

test.each([
  ['ls -la', true, ['ls -la']],
  ['ls && pwd; cat a | wc -l || true', true, ['ls', 'pwd', 'cat a', 'wc -l', 'true']],
  [`grep 'a b' "c d"`, true, ['grep a b c d']],
  ['r""m -rf x', true, ['rm -rf x']],
  [`$'\\x72m' -rf x`, false, ['rm -rf x']],
  ['r\\m -f x', true, ['rm -f x']],
  ['echo hi > out', false, ['echo hi']],
  ['echo $(rm -rf x)', false, ['echo ?$(rm -rf x)', 'rm -rf x']],
  ['A=1 rm -f y', false, ['rm -f y']],
  ['for f in a b; do rm -f "$f"; done', false, ['rm -f ?"$f"']],
  ['(cd a && rm -rf b)', false, ['cd a', 'rm -rf b']],
  ['cat <<X\nhello\nX', false, ['cat']],
  ['rm -r{f,} x', false, ['rm ?-r{f,} x']],
  ['echo a & rm -f b', false, ['echo a', 'rm -f b']],
  ['ls\npwd', true, ['ls', 'pwd']],
])('%s is read as its simple commands', async (script, plain, commands) => {
  expect(await read(script)).toEqual({ plain, commands })
})

test.each(['ls &&', 'echo "open', 'if true', 'x'.repeat(300_000)])(
  'unparsable or endless text is not read: %.20s',
  async (script) => {
    expect(await read(script)).toBeUndefined()
  },
)

import { expect, test } from 'vitest'
import { tooBroad } from '../../../../../src/main/core/approvals/broad-pattern'
import { wrapperNames } from '../../../../../src/main/core/programs/built-in'

test.each([
  ...[...wrapperNames].map((name) => [name]),
  ...[
    ['strace', '-f'],
    ['unshare', '-r'],
    ['bundle', 'exec'],
    ['bundle'],
    ['poetry', 'run'],
    ['fish'],
    ['tcsh', '-c'],
  ],
  ...[
    ['script', '-c'],
    ['tmux', 'new'],
    ['tmux', 'send-keys', '-t', 'x'],
    ['tmux', 'set-hook'],
    ['hyperfine'],
    ['parallel'],
    ['fd', '-x'],
    ['ruby', '-e'],
    ['gawk'],
  ],
  ...[
    ['bundle', 'exec', 'sh'],
    ['npm', 'exec', 'rm'],
    ['npx', 'sudo'],
    ['uv', 'run', 'timeout'],
    ['pipenv', 'run', 'python'],
  ],
])('"%s %s %s *" would cover nearly everything', (...words) => {
  expect(tooBroad(words)).toEqual(expect.any(String))
})

test.each([
  [['npm', 'test']],
  [['npm', 'run', 'build']],
  [['bundle', 'exec', 'rspec']],
  [['poetry', 'run', 'pytest']],
  [['uv', 'run', 'pytest']],
  [['npx', 'vitest']],
  [['python3', 'scripts/tool.py']],
  [['cargo', 'test']],
])('%j may be followed by anything', (words) => {
  expect(tooBroad(words)).toBeUndefined()
})

import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { appServerHome, shellCall, type AppServerHome } from '../fakes/app-server-home'
import { runCli } from '../fakes/run-cli'

let home: AppServerHome | undefined
let base = ''
afterEach(async () => {
  await home?.remove()
  rmSync(base, { recursive: true, force: true })
})

interface Row {
  readonly id: string
  readonly at: string
  readonly kind: string
  readonly way: string
  readonly files: number
}

test('countersign undo lists, takes back and does again what a turn changed', async () => {
  const at = await appServerHome(
    ({ body }) => {
      const text = JSON.stringify(body)
      if (text.includes('"call_1"')) return { text: 'Done.' }
      return shellCall('call_1', 'sh', '-c', 'echo two > in.txt; echo new > "made <b>.txt"')
    },
    { policy: 'on-failure', config: '[features]\nsandbox_command_assessment = false\n' },
  )
  home = at
  base = realpathSync(mkdtempSync('/var/tmp/cs-undo-')) // not in the home, of which nothing is kept
  const project = join(base, 'project')
  mkdirSync(project)
  const options = { env: at.env, cwd: project }
  const undo = (...args: string[]) => runCli(['undo', ...args], options)
  const listed = async (): Promise<readonly Row[]> =>
    JSON.parse((await undo('--list', '--json')).out) as Row[]
  writeFileSync(join(project, 'in.txt'), 'one\n')
  expect(await undo()).toMatchObject({ code: 1, err: 'countersign: nothing can be taken back here.\n' })

  await runCli(['exec', '--skip-git-repo-check', '--sandbox', 'workspace-write', 'Change it.'], options)
  expect(readFileSync(join(project, 'in.txt'), 'utf8')).toBe('two\n')
  const [first] = await listed()
  expect(first).toMatchObject({ kind: 'turn', way: 'undo', files: 2, title: 'Change it.' })
  expect((await undo('--list')).out).toContain('turn 1 of Change it.')
  expect(await undo('nothing-of-that-name')).toMatchObject({ code: 2 })
  // A newer turn of which nothing is kept is not the one that is taken back: which it is is said.
  const said = (done: string, rest: string): string =>
    `${done} the last turn of Change it. that is kept here, of ${first?.at.slice(0, 16) ?? ''}: ${rest}`
  writeFileSync(join(project, 'in.txt'), 'mine\n')
  expect(await undo(first?.id ?? '')).toMatchObject({
    code: 0,
    out: said('Took back', '1 file.\nleft, since changed meanwhile: in.txt\n'),
  })
  expect(existsSync(join(project, 'made <b>.txt'))).toBe(false)
  expect(await undo('--redo', '--json')).toMatchObject({ code: 0 })
  expect(existsSync(join(project, 'made <b>.txt'))).toBe(true)
  expect(await undo('--cwd', '/nowhere')).toMatchObject({ code: 2 })

  // Nothing is put back, and so nothing is used up.
  writeFileSync(join(project, 'in.txt'), 'mine again\n')
  rmSync(join(project, 'made <b>.txt'))
  for (let time = 0; time < 2; time += 1)
    expect(await undo()).toMatchObject({
      code: 1,
      out: said('Took back nothing of', '0 files.\nleft, since changed meanwhile: in.txt\n'),
    })
  expect(await undo('--since-too')).toMatchObject({ code: 0 })
  expect(readFileSync(join(project, 'in.txt'), 'utf8')).toBe('one\n')
})

import { expect, test } from 'vitest'
import { hostPipes } from '../../../../../src/main/adapters/host-pipe/host-pipe'
import { outside } from '../../../../../src/main/adapters/own-process/outside'

test('a program outside the sandbox is started in no folder of a session, and by no folder of the PATH that a project put there', () => {
  const env = { HOME: '/home/a', VIRTUAL_ENV: '/w/venv' }
  const of = (...folders: string[]) => outside({ ...env, PATH: folders.join(':') })
  expect(of('/w/venv/bin', '/usr/bin', '.', '', 'bin', '/w/node_modules/.bin', '/home/a/.nvm/bin')).toEqual({
    cwd: '/',
    env: { ...env, PATH: '/usr/bin:/home/a/.nvm/bin' },
  })
  expect(of('/w/venv2/bin', '/w').env['PATH']).toBe('/w/venv2/bin:/w')
  expect(outside({ HOME: '/home/a' })).toEqual({ cwd: '/', env: { HOME: '/home/a' } })
})

test('the command of a host is started so as well', async () => {
  const command = ['/bin/sh', '-c', 'pwd; echo "$PATH"']
  const settings = { command } as unknown as Parameters<typeof hostPipes>[0]
  const pipe = await hostPipes(settings, { PATH: '/usr/bin:node_modules/.bin' })()
  const said: Buffer[] = []
  for await (const chunk of pipe.output) said.push(Buffer.from(chunk))
  expect(Buffer.concat(said).toString()).toBe('/\n/usr/bin\n')
})

import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { oneBySeed } from '../../fakes/by-seed'
import { perl } from './harness/attempts'
import { openWorlds, users as all, type World } from './harness/world'

/** Which Unix sockets a command reaches: those of its session, and of the machine's what a grant names. */
const users = oneBySeed('unix sockets', all)

const worlds = openWorlds()
const servers: Server[] = []
const temporary = mkdtempSync('/tmp/cs-unix-')
chmodSync(temporary, 0o777)
afterAll(() => {
  for (const server of servers) server.close()
  rmSync(temporary, { recursive: true })
})

/** A server of this machine's at this path. */
async function machineServer(path: string): Promise<string> {
  const server = createServer((socket) => socket.end('the machine\n'))
  servers.push(server)
  await new Promise<void>((resolve) => server.listen({ path }, resolve))
  chmodSync(path, 0o777)
  return path
}

const reach = (path: string): string =>
  perl(
    `use Socket; socket(my $s, AF_UNIX, SOCK_STREAM, 0) or die; connect($s, pack_sockaddr_un("${path}")) or die "no: $!\\n"; sysread($s, my $b, 99); print $b`,
  )
/** Serves at a path until something asked twice; then there is a file `ready`. */
const serve = (path: string): string =>
  perl(
    `use Socket; socket(my $s, AF_UNIX, SOCK_STREAM, 0) or die; bind($s, pack_sockaddr_un("${path}")) or die "bind: $!\\n"; listen($s, 5) or die; open(my $f, ">", "ready") or die; for (1, 2) { accept(my $c, $s); syswrite($c, "its own\\n") }`,
  )
const denied = (target: string) => ({ kind: 'write', target, operation: 'connect', source: 'kernel' })
const printed = (result: Awaited<ReturnType<World['sh']>>): string =>
  'output' in result ? `${result.output.stdout}${result.output.stderr}` : result.reason

describe.each(users)('as %s', (user) => {
  test('what one command of a session serves the next one reaches, by path and by abstract name', async () => {
    const world = worlds.of(user)
    for (const name of ['served', '\\0served']) {
      const serving = world.sh(`${serve(name)}; rm -f served ready`)
      const first = await world.sh(`until [ -e ready ]; do sleep 0.1; done; ${reach(name)}`)
      const second = await world.sh(reach(name))
      expect([printed(first), printed(second)]).toEqual(['its own\n', 'its own\n'])
      await serving
    }
  })

  test('one of the machine is refused wherever it lies, told with its path, and reached by a grant for just that', async () => {
    const world = worlds.of(user)
    mkdirSync(join(world.outside, 'in'), { recursive: true })
    const places = await Promise.all([
      machineServer(join(world.workspace, 'machine')),
      machineServer(join(temporary, `machine-${user}`)),
      machineServer(join(world.outside, 'in/machine')),
    ])
    for (const path of places) {
      const refused = await world.sh(reach(path))
      expect(refused).toMatchObject({ exitCode: 13, evidence: [denied(path)] })
      const grant = { kind: 'write', path, extent: 'file' } as const
      const granted = await world.sh(reach(path), { grants: [grant] })
      expect(granted).toMatchObject({ exitCode: 0, output: { stdout: 'the machine\n' }, evidence: [] })
    }
    // A folder is granted for its files.
    const folder = { kind: 'write', path: join(world.outside, 'in'), extent: 'tree' } as const
    const [, , last] = places
    expect(await world.sh(reach(last), { grants: [folder] })).toMatchObject({ evidence: [denied(last)] })
    // A program that goes on without it is told of nothing; a part that failed for it is, behind another part's exit code.
    expect(await world.sh(`(${reach(last)} || true); true`)).toMatchObject({ exitCode: 0, evidence: [] })
    expect(await world.sh(`${reach(last)}; true`)).toMatchObject({ exitCode: 0, evidence: [denied(last)] })
  })

  test('nobody takes the name by which a socket of the machine is found', async () => {
    const world = worlds.of(user)
    const mine = join(temporary, `own-${user}`)
    await world.sh(`mkdir -m 700 '${mine}'`, { confined: false })
    const [shared, own] = [await machineServer(join(temporary, `shared-${user}`)), join(mine, 'socket')]
    const server = world.sh(serve(own), { confined: false })
    await expect.poll(() => existsSync(own)).toBe(true)
    const script = [
      `mv '${shared}' x`,
      `rm -f '${shared}'`,
      `mv '${mine}' y`,
      `rm -f '${own}'`,
      serve(own),
      serve(shared),
    ]
      .map((each) => `${each} && echo taken`)
      .join('; ')
    const result = await world.sh(`{ ${script}; } 2>&1`)
    expect(printed(result)).not.toContain('taken')
    expect([existsSync(shared), existsSync(own)]).toEqual([true, true])
    await world.sh(`${reach(own)}; ${reach(own)}`, { confined: false })
    await server
  })

  test('the folder of a socket that is gone is made by nobody, and its name is free elsewhere', async () => {
    const world = worlds.of(user)
    const gone = join(temporary, `gone-${user}`)
    mkdirSync(join(gone, 'in'), { recursive: true })
    await machineServer(join(gone, 'in/Singleton'))
    rmSync(gone, { recursive: true })
    const other = join(temporary, `other-${user}`)
    const served = `mkdir '${other}' && ${serve(join(other, 'Singleton'))} & for i in $(seq 200); do [ -e ready ] || sleep 0.02; done`
    const asked = `${reach(join(other, 'Singleton'))}; ${reach(join(other, 'Singleton'))}`
    const result = await world.sh(
      `rm -f ready; ${served}; mkdir '${gone}' && echo taken; ${asked}; rm -r '${other}'`,
    )
    expect(printed(result)).toMatch(/^(mkdir: .*\n)?its own\nits own\n(mkdir: .*\n)?$/)
    expect(existsSync(gone)).toBe(false)
  })

  test('with the machine’s network a command reaches its own, and none of the machine by whatever name', async () => {
    const world = worlds.of(user)
    const open = { policy: { mode: 'workspace-write', network_access: true } }
    const other = await machineServer(join(temporary, `open-${user}`))
    const name = `cs-unix-${user}-${String(process.pid)}`
    const abstract = createServer((socket) => socket.end('the machine\n'))
    servers.push(abstract)
    await new Promise<void>((resolve) => abstract.listen({ path: `\0${name}` }, resolve))
    const own = `rm -f ready; ${serve('mine')} & until [ -e ready ]; do sleep 0.1; done; ${reach('mine')}; ${reach('mine')}; rm mine`
    expect(printed(await world.sh(own, open))).toBe('its own\nits own\n')
    for (const at of [other, `\\0${name}`])
      expect(printed(await world.sh(reach(at), open))).toBe('no: Permission denied\n')
  })

  test('a path is as long as without a sandbox, and no longer', async () => {
    const world = worlds.of(user)
    for (const length of [107, 108, 109]) {
      const script = `mkdir -p /tmp/cs-long-$$; cd /tmp/cs-long-$$; ${perl(
        `use Socket; socket(my $s, AF_UNIX, SOCK_STREAM, 0) or die; my $a = pack("S", 1) . "n" x ${String(length)}; $r = bind($s, $a); print $r ? "made\\n" : "$!\\n"; listen($s, 1); socket(my $t, AF_UNIX, SOCK_STREAM, 0); print connect($t, $a) ? "reached\\n" : "$!\\n"`.replace(
          '$r = ',
          'my $r = ',
        ),
      )}; rm -rf /tmp/cs-long-$$`
      const [plain, inside] = [await world.sh(script, { confined: false }), await world.sh(script)]
      expect(printed(inside)).toBe(printed(plain))
    }
  })
})

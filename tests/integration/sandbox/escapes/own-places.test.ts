import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, expect, inject, test } from 'vitest'
import { oneBySeed } from '../../../fakes/by-seed'
import { controlKey, isKnown, keepKnown } from '../harness/controls'
import { openWorld, openWorlds, users as all, type User, type World } from '../harness/world'

/** The engine's own program, its Node, its home and a closed place, all of them in the folder that is worked in. */
const bundle = inject('hostBundle')
const users = oneBySeed('own places', all)

const made: (() => void)[] = []
const worlds = openWorlds()
afterAll(() => {
  for (const remove of made) remove()
})

const isOther = (user: User): boolean => user === 'ordinary' && process.getuid?.() === 0
const giveTo = (user: User, folder: string): void => {
  if (isOther(user)) execFileSync('chown', ['-R', '65534:65534', folder])
}

/** What is worked in, with a program in the place of Node, which no attack runs. */
function layProject(user: User, node: string): string {
  const work = mkdtempSync('/var/tmp/cs-own-')
  made.push(() => {
    rmSync(work, { recursive: true, force: true })
  })
  for (const folder of [
    'out/main/chunks',
    'out/renderer',
    'node_modules/zod',
    'state/of/engine',
    'deep/er/vault',
    'bin',
    'src',
  ])
    mkdirSync(join(work, folder), { recursive: true })
  for (const file of [
    'package.json',
    'bin/countersign',
    'bin/countersign-askpass',
    // What bundles lie in says what they are, and is no project.
    'out/main/package.json',
    'out/main/cli.js',
    'out/renderer/index.html',
    'node_modules/zod/index.js',
  ])
    writeFileSync(join(work, file), 'true')
  writeFileSync(join(work, 'state/of/engine/config.toml'), 'true')
  writeFileSync(join(work, 'deep/er/vault/key'), 'canary')
  mkdirSync(join(work, 'node/bin'), { recursive: true })
  cpSync(node, join(work, 'node/bin/node'))
  cpSync(bundle.script, join(work, 'out/main/chunks/host.mjs'))
  chmodSync(work, 0o755)
  giveTo(user, work)
  return work
}

interface Project {
  readonly work: string
  readonly world: World
}

/** The same with Node itself, and an engine that runs from there. */
function project(user: User): Project {
  const work = layProject(user, bundle.node)
  const world = openWorld({
    bundle: { ...bundle, node: join(work, 'node/bin/node'), script: join(work, 'out/main/chunks/host.mjs') },
    user,
    env: { CS_ENGINE_HOME: join(work, 'state/of/engine'), CS_UNREADABLE: join(work, 'deep/er/vault') },
  })
  made.push(() => {
    world.close()
  })
  mkdirSync(join(world.home, '.ssh'))
  writeFileSync(join(world.home, '.ssh/id'), 'canary')
  giveTo(user, world.home)
  return { work, world }
}

const attacks: [name: string, script: string][] = [
  ['a part of the program', 'echo evil > out/main/chunks/host.mjs'],
  ['its entry', 'echo evil > out/main/cli.js'],
  ['what starts it', 'rm -f bin/countersign; echo evil > bin/countersign'],
  ['what ssh asks with', 'rm -f bin/countersign-askpass; echo evil > bin/countersign-askpass'],
  ['the folder around that', 'mv bin b; mkdir -p bin; echo evil > bin/countersign'],
  ["the window's page", 'echo evil > out/renderer/index.html'],
  ['another file that it would load', 'echo evil > out/main/chunks/more.mjs'],
  ['the folder around it', 'mv out o; mkdir -p out/main; echo evil > out/main/cli.js'],
  ['a package', 'rm -f node_modules/zod/index.js; echo evil > node_modules/zod/index.js'],
  ['all packages', 'mv node_modules n; mkdir -p node_modules/zod; echo evil > node_modules/zod/index.js'],
  ['its Node', 'cp /bin/true evil; mv -f evil node/bin/node; echo evil > node/bin/node'],
  ["its Node's folder", 'mv node/bin b; mkdir -p node/bin; echo evil > node/bin/node'],
  ["the folder around its Node's", 'mv node nn; mkdir -p node/bin; echo evil > node/bin/node'],
  ['its configuration', 'echo evil > state/of/engine/config.toml'],
  ['its home', 'mv state/of/engine e; mkdir -p state/of/engine; echo evil > state/of/engine/config.toml'],
  [
    'the folder around its home',
    'mv state/of o; mkdir -p state/of/engine; echo evil > state/of/engine/config.toml',
  ],
  ['the one around that', 'mv state s; mkdir -p state/of/engine; echo evil > state/of/engine/config.toml'],
  [
    'by an exchange of folders',
    'mkdir -p x/of/engine; echo evil > x/of/engine/config.toml; mv --exchange -T x state 2>/dev/null || { mv state s; mv -T x state; }',
  ],
  [
    'by a link in its place',
    'mkdir -p x/of/engine; echo evil > x/of/engine/config.toml; mv state s; ln -s x state',
  ],
]
const places = ['out', 'bin', 'node_modules', 'node', 'state'] as const

/** What an attack came to, looked at from outside. */
async function attacked(confined: boolean, script: string, { work, world }: Project) {
  const before = places.map((place) => lstatSync(join(work, place)).ino)
  await world.run({ confined, command: ['sh', '-c', script], cwd: work, workspace: work })
  const evil = await world.run({
    confined: false,
    // Its Node is larger, and would be read whole.
    command: [
      ...['find', '-H', ...places, '-type', 'f', '-size', '-1024k'],
      ...['-exec', 'grep', '-lx', 'evil', '{}', '+'],
    ],
    cwd: work,
  })
  const told = 'output' in evil ? evil.output.stdout.split('\n') : []
  const moved = places.some(
    (place, index) => !existsSync(join(work, place)) || lstatSync(join(work, place)).ino !== before[index],
  )
  return { planted: told.some((line) => line !== ''), moved }
}

const namesIn = (folder: string): string => readdirSync(folder, { recursive: true }).sort().join('\n')

/** By user, the project that is attacked again and again, while it is found as it was laid. */
const attackedBefore = new Map<User, Project & { readonly names: string }>()

/** A project as it was laid: what an attack left beside the engine's places is taken away, and where more is other, it is laid anew. */
function asLaid(user: User): Project {
  const known = attackedBefore.get(user)
  if (known) {
    const top = known.names.split('\n')
    for (const name of readdirSync(known.work))
      if (!top.includes(name)) rmSync(join(known.work, name), { recursive: true })
    if (namesIn(known.work) === known.names) return known
  }
  const fresh = project(user)
  attackedBefore.set(user, { ...fresh, names: namesIn(fresh.work) })
  return fresh
}

test.for(users.flatMap((user) => attacks.map(([name, script]) => ({ name, script, user }))))(
  "the engine's own: $name, as $user",
  async ({ script, user }) => {
    const key = controlKey(user, [script, attacked.toString(), layProject.toString()])
    if (!isKnown(key)) {
      const control = { work: layProject(user, '/bin/true'), world: worlds.of(user) }
      expect(await attacked(false, script, control), 'control').toMatchObject({ planted: true })
      keepKnown(key)
    }
    const went = await attacked(true, script, asLaid(user))
    if (went.planted || went.moved) attackedBefore.delete(user)
    expect(went, 'sandboxed').toEqual({ planted: false, moved: false })
  },
)

test.each(users)('a closed place is not read under another name, as %s', async (user) => {
  const { work, world } = project(user)
  for (const confined of [true, false]) {
    const run = (script: string, cwd = work) =>
      world.run({ confined, command: ['sh', '-c', script], cwd, workspace: work })
    await run('mv deep elsewhere; mv deep/er elsewhere; true')
    const read = [
      await run('cat elsewhere/er/vault/key elsewhere/vault/key deep/er/vault/key; true'),
      // The folder to run in is the agent's word, and opens nothing.
      await run('cat id; true', join(world.home, '.ssh')),
      await run('cat key; true', join(work, 'deep/er/vault')),
    ]
    const text = JSON.stringify(read)
    expect(text.includes('canary'), confined ? 'sandboxed' : 'control').toBe(!confined)
  }
})

test.each(users)('the rest of such a project is worked in as ever, as %s', async (user) => {
  const { work, world } = project(user)
  const ran = await world.run({
    confined: true,
    command: [
      'sh',
      '-c',
      'echo x > src/a.js && echo y > package.json && mkdir state/more deep/more && mv src lib && ls state deep && node/bin/node -e "console.log(7)"',
    ],
    cwd: work,
    workspace: work,
  })
  expect(ran).toMatchObject({ exitCode: 0, output: { stdout: expect.stringMatching(/7\n$/) as string } })
})

test.each(users)('the home folder opens by no other way, as %s', async (user) => {
  const { world } = project(user)
  const write = { mode: 'workspace-write' }
  const script = 'echo evil > "$HOME/.bashrc"; echo ran'
  const tries = [
    { env: { TMPDIR: world.home } },
    { env: { TMPDIR: world.folder } },
    { workspace: world.home, cwd: world.home },
    { workspace: world.folder },
    { workspace: '/' },
    { policy: { ...write, writable_roots: [world.home] } },
    { policy: { ...write, writable_roots: [world.folder] } },
    { policy: { ...write, writable_roots: [`${world.home}/.`] } },
  ]
  for (const each of tries) {
    const ran = await world.run({ confined: true, command: ['sh', '-c', script], ...each })
    expect([JSON.stringify(each), existsSync(join(world.home, '.bashrc'))]).toEqual([
      JSON.stringify(each),
      false,
    ])
    if (!('env' in each))
      expect(ran).toMatchObject({
        kind: 'failed',
        reason: expect.stringMatching(/home folder|whole file system/) as string,
      })
  }
  const read = await world.run({
    confined: true,
    command: ['sh', '-c', script],
    cwd: world.home,
    workspace: world.home,
    policy: { mode: 'read-only' },
  })
  expect(read).toMatchObject({ kind: 'exited', output: { stdout: 'ran\n' } })
  await world.run({ confined: false, command: ['sh', '-c', script] })
  expect(existsSync(join(world.home, '.bashrc'))).toBe(true)
})

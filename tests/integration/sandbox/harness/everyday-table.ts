import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { inFull, oneBySeed } from '../../../fakes/by-seed'
import { nr } from './attempts'
import { controlKey, isKnown, keepKnown } from './controls'
import { inGroups } from './in-groups'
import { inSequence } from './sequence'
import { shPrepared } from './held'
import { users, type World, type Worlds } from './world'

/**
 * What developers do all day, in workspace-write without a network. Every command must exit 0. Only programs that a
 * Debian or Ubuntu with git has, and the Node that runs the tests; `if` names a program that may be missing.
 */
export interface Everyday {
  readonly name: string
  readonly script: string
  readonly if?: string
  /** It works in the workspace's own repository, which is laid anew for it, so that it has a sandbox of its own. */
  readonly repository?: true
}

/** Lays out a workspace with a repository and one nested in it: made once for each world, beside its home, and copied. */
export const layRepository = `
  set -e; cd "$HOME"; find "$WORK" -mindepth 1 -maxdepth 1 -exec rm -rf {} +; rm -f /tmp/cs-move-*; cd "$WORK"
  tpl="$HOME/../template"
  if [ ! -d "$tpl" ]; then
    git init -q . && echo a > a && git add a && git commit -qm one
    git init -q nested && cd nested && echo a > a && git add a && git commit -qm one
    cp -a "$WORK" "$tpl"
  else
    cp -a "$tpl/." "$WORK/" && git update-index -q --refresh && git -C nested update-index -q --refresh
  fi
`
/** Who git says is at work. */
export const identity = {
  GIT_AUTHOR_NAME: 'a',
  GIT_AUTHOR_EMAIL: 'a@b',
  GIT_COMMITTER_NAME: 'a',
  GIT_COMMITTER_EMAIL: 'a@b',
}

const ways = ['fresh', 'prepared'] as const
type Way = (typeof ways)[number]
/** How many share a sandbox. */
const size = 20
/** What a run has, of rows together or of one by itself: on a busy machine a browser takes long to come up. */
const timeoutMs = 85_000

const placeOf = (world: World, at: number): string => join(world.workspace, `place-${String(at)}`)
/** Where a row is that needs no repository: beside others, each with a file, below the workspace's own repository. */
const layPlace = 'mkdir "$WORK" && echo a > "$WORK/a"'
const strict = ({ script }: Everyday): string => `set -e; ${script}`
const there = (program: string | undefined): string =>
  program === undefined ? 'true' : `command -v ${program} >/dev/null`

/** How rows end that are run one after the other, the last of each row's steps decides. */
async function endsOf(
  world: World,
  rows: readonly Everyday[],
  {
    env,
    steps,
    run,
  }: {
    readonly env: (at: number) => Readonly<Record<string, string>>
    readonly steps: (row: Everyday) => readonly string[]
    readonly run: (script: string) => ReturnType<World['sh']>
  },
): Promise<ReadonlyMap<Everyday, readonly (number | undefined)[]>> {
  const sections = rows.map((row, at) => ({ cwd: world.workspace, env: env(at), steps: steps(row) }))
  const { ends } = await inSequence(world, sections, run)
  return new Map(rows.map((row, at) => [row, (ends[at] ?? []).map(({ code }) => code)]))
}

/**
 * Runs every row: without the sandbox, and in one, where those that need no repository are run one after the other, each in a folder of its
 * own. The user is taken by turns, and whether the sandbox is made for the command or was prepared after the one before, as for the second
 * of a turn. Each must exit 0; one that does not beside others is run by itself, and that decides. Without the sandbox is run what does not
 * exit 0 in it, which tells a machine that cannot do it from a sandbox that does not let it, and in full every row.
 */
export function everydayTable(worlds: Worlds, rows: readonly Everyday[]): void {
  const pairs = users.flatMap((user) => ways.map((way) => ({ name: `${user}, ${way}`, user, way })))
  const chosen = oneBySeed(`everyday: ${rows[0]?.name ?? ''}`, pairs)
  const chosenUsers = users.filter((each) => chosen.some(({ user }) => user === each))
  const chosenWays = ways.filter((each) => chosen.some(({ way }) => way === each))

  describe.each(chosenUsers)('as %s', (user) => {
    const envIn = (place: string) => ({
      ...identity,
      WORK: place,
      NODE: worlds.bundle.node,
      PTRACE: nr('ptrace'),
      VMREAD: nr('process_vm_readv'),
    })
    const plainly = (script: string) => worlds.of(user).sh(script, { confined: false, timeoutMs })
    const lay = async (): Promise<void> => {
      const world = worlds.of(user)
      const laid = await world.sh(layRepository, { confined: false, env: envIn(world.workspace) })
      expect(laid).toMatchObject({ kind: 'exited', exitCode: 0 })
    }
    // A folder that is made for this run has another name each time.
    const keyOf = ({ script, ...row }: Everyday): string =>
      controlKey(user, [layRepository, layPlace, row, script.replaceAll(/\/var\/tmp\/cs-[\w-]+/g, '')])
    const beside = rows.filter(({ repository }) => repository !== true)

    const controls = inGroups(rows, size, async (group) => {
      const world = worlds.of(user)
      await lay()
      return endsOf(
        world,
        group.filter((row) => !isKnown(keyOf(row))),
        {
          env: (at) => envIn(placeOf(world, at)),
          steps: (row) => [
            there(row.if),
            row.repository === true ? `WORK=${world.workspace}; ${layRepository}` : layPlace,
            `cd ${row.repository === true ? world.workspace : '"$WORK"'}; ${strict(row)}`,
          ],
          run: plainly,
        },
      )
    })
    const together = new Map(
      chosenWays.map((way) => [
        way,
        inGroups(beside, size, async (group) => {
          const world = worlds.of(user)
          await lay()
          const env = (at: number) => envIn(placeOf(world, at))
          await endsOf(world, group, { env, steps: () => [layPlace], run: plainly })
          const ends = await endsOf(world, group, {
            env,
            steps: (row) => [`cd "$WORK"; ${strict(row)}`],
            run: (script) =>
              way === 'prepared' ? shPrepared(world, script, { timeoutMs }) : world.sh(script, { timeoutMs }),
          })
          if (way === 'fresh') await world.rest()
          return ends
        }),
      ]),
    )
    const isMissing = async (row: Everyday): Promise<boolean> => {
      const found = await plainly(there(row.if))
      return found.kind !== 'exited' || found.exitCode !== 0
    }
    /** By itself, in the workspace. */
    const alone = async (row: Everyday, way: Way) => {
      const world = worlds.of(user)
      await lay()
      const options = { env: envIn(world.workspace), timeoutMs }
      if (way === 'prepared') return shPrepared(world, strict(row), options)
      const ran = await world.sh(strict(row), options)
      await world.rest()
      return ran
    }

    const besideOf = async (row: Everyday, way: Way): Promise<number | undefined> =>
      (await together.get(way)?.(row))?.[0]

    test.for(rows)('$name', async (row, { skip }) => {
      if (!inFull()) {
        const beside = await Promise.all(chosenWays.map((way) => besideOf(row, way)))
        if (beside.every((end) => end === 0)) return
      }
      const key = keyOf(row)
      if (!isKnown(key)) {
        const [found, , ended] = (await controls(row)) ?? []
        if (found !== 0 && (await isMissing(row))) skip(`there is no ${String(row.if)} on this machine`)
        if (ended !== 0) {
          const world = worlds.of(user)
          await lay()
          const plain = await world.sh(strict(row), {
            ...{ confined: false, timeoutMs },
            env: envIn(world.workspace),
          })
          expect(plain, 'without the sandbox').toMatchObject({ kind: 'exited', exitCode: 0 })
        }
        keepKnown(key)
      }
      for (const way of chosenWays) {
        if ((await besideOf(row, way)) === 0) continue
        const ran = await alone(row, way)
        const printed = ran.kind === 'failed' ? ran.reason : ran.output.aggregated.slice(-2000)
        expect(ran, `${way}: ${printed}`).toMatchObject({ kind: 'exited', exitCode: 0 })
      }
    })
  })
}

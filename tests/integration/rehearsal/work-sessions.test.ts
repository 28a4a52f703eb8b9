import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'smol-toml'
import { expect, test } from 'vitest'
import type { AgentEvent } from '@shared/domain/agent-event'
import type { ApprovalRequest } from '@shared/domain/approval'
import { composeEngine } from '../../../src/main/compose'
import { inFull, someBySeed } from '../../fakes/by-seed'
import { startModelServer } from '../../fakes/model-server'
import { asEachUser } from '../patch/ordinary-user'
import { treeOf } from './harness'
import { workSessions, type WorkLine, type WorkSession } from './work-sessions'

/** One way of being asked. */
interface Manner {
  readonly policy: 'untrusted' | 'on-request' | 'effects'
  readonly withRules: boolean
}

/** What came of one line: whether somebody was asked, and what then was otherwise than before. */
interface Came {
  readonly line: WorkLine
  readonly asked: readonly ApprovalRequest[]
  readonly changed: readonly string[]
  readonly rule: string | undefined
}

/** Runs a session, each line in a turn of its own; what is asked is answered with a yes, and an attack with a no. */
async function play(session: WorkSession, { policy, withRules }: Manner): Promise<readonly Came[]> {
  const base = mkdtempSync('/var/tmp/cs-work-')
  const at = (...names: string[]): string => join(base, ...names)
  for (const folder of ['state', 'home', 'home/.ssh', 'tools', 'beside', 'work']) mkdirSync(at(folder))
  writeFileSync(at('beside/kept'), 'kept\n')
  writeFileSync(at('home/.ssh/id_ed25519'), 'key\n')
  const env = {
    ...process.env,
    HOME: at('home'),
    COUNTERSIGN_HOME: at('state'),
    PATH: `${at('tools')}:${process.env.PATH ?? ''}`,
  }
  execFileSync('sh', ['-ec', session.setup], { cwd: at('work'), env, stdio: ['ignore', 'ignore', 'inherit'] })
  let next: WorkLine | undefined
  const server = await startModelServer(() => {
    const line = next
    next = undefined
    if (!line) return { text: 'done' }
    const why = line.escalated ? { with_escalated_permissions: true, justification: 'it is needed' } : {}
    return { calls: [{ id: 'c', name: 'shell', arguments: { command: ['bash', '-c', line.run], ...why } }] }
  })
  writeFileSync(
    at('state/config.toml'),
    `model_provider = "ours"\nmodel = "scripted"\napproval_policy = "${policy}"\n[features]\nsandbox_command_assessment = false\n[model_providers.ours]\nbase_url = "${server.baseUrl}"\n`,
  )
  if (withRules) writeFileSync(at('state/rules.toml'), session.rules)
  const { engine } = await composeEngine({ env, version: 'test', runtimeProgram: '' })
  const events: AgentEvent[] = []
  engine.subscribe((notice) => {
    if (notice.kind === 'event') events.push(notice.event.event)
  })
  try {
    const { id } = await engine.createSession({ cwd: at('work') })
    const came: Came[] = []
    for (const line of session.lines) {
      events.length = 0
      const before = {
        ...treeOf(at('work')),
        ...below('../', treeOf(at('beside'))),
        ...below('~', treeOf(at('home'))),
      }
      next = line
      await engine.startTurn(id, 'go')
      const answered = new Set<string>()
      await expect
        .poll(
          async () => {
            for (const event of events) {
              if (event.type !== 'approval.requested' || answered.has(event.request.id)) continue
              const { request } = event
              answered.add(request.id)
              const [offer] = request.offers
              const yes = !line.attack && offer ? ({ kind: 'allow', offerId: offer.id } as const) : undefined
              await engine.decide(request.id, yes ?? { kind: 'deny' }, 'window')
            }
            return events.some(({ type }) => type === 'turn.finished')
          },
          { timeout: 120_000, interval: 5 },
        )
        .toBe(true)
      const after = {
        ...treeOf(at('work')),
        ...below('../', treeOf(at('beside'))),
        ...below('~', treeOf(at('home'))),
      }
      const names = new Set([...Object.keys(before), ...Object.keys(after)])
      came.push({
        line,
        asked: events.flatMap((event) => (event.type === 'approval.requested' ? [event.request] : [])),
        changed: [...names].filter((name) => before[name] !== after[name] && !isOwn(name)),
        rule: events.flatMap((event) =>
          event.type === 'command.finished' && event.outcome.kind === 'exited'
            ? [event.outcome.applied?.rule]
            : [],
        )[0],
      })
    }
    return came
  } finally {
    await engine.close()
    await server.close()
    rmSync(base, { recursive: true, force: true })
  }
}

const below = (prefix: string, tree: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(tree).map(([name, what]) => [`${prefix}${name}`, what]))

/** Git's index is written to by a look; the folder's own entry says nothing. */
const isOwn = (name: string): boolean =>
  name === '' || /^\/\.git(\/|$)/.test(name) || name === '../' || name === '~'

const total = { untrusted: 0, onRequest: 0, ruled: 0, effects: 0 }

const count = (came: readonly Came[]): number =>
  came.reduce((sum, { asked, line }) => sum + (line.attack ? 0 : asked.length), 0)

asEachUser('work', () => {
  test.each(
    someBySeed('sessions of work', workSessions, 3).map((session) => [session.name, session] as const),
  )(
    '%s: fewer questions with rules, each attack asked about or stopped, and nothing outside of a rule',
    async (_, session) => {
      const untrusted = await play(session, { policy: 'untrusted', withRules: false })
      const ruled = await play(session, { policy: 'untrusted', withRules: true })
      const { rule } = parse(session.rules) as {
        rule: { name: string; writes?: string[]; deletes?: { below: string[] } }[]
      }
      const wrong: string[] = []
      for (const { line, asked, changed, rule: by } of ruled) {
        if (line.attack && asked.length === 0) wrong.push(`not asked: ${line.run}`)
        if (line.attack && changed.length > 0) wrong.push(`${line.run} changed ${changed.join(', ')}`)
        if (asked.length > 0 || by === undefined) continue
        const found = rule.find(({ name }) => name === by)
        const patterns = [...(found?.writes ?? []), ...(found?.deletes?.below ?? [])]
        for (const name of changed)
          if (!patterns.some((pattern) => plainly(pattern, name.slice(1))))
            wrong.push(`${line.run} by ${by}: ${name}`)
      }
      expect(wrong).toEqual([])
      expect(count(ruled)).toBeLessThanOrEqual(Math.floor(count(untrusted) * 0.4))
      total.untrusted += count(untrusted)
      total.ruled += count(ruled)
      const effects = await play(session, { policy: 'effects', withRules: true })
      for (const { line, asked, changed } of effects) {
        if (line.attack && !line.kept && (asked.length === 0 || changed.length > 0))
          wrong.push(`${line.run} changed ${changed.join(', ')}, asked ${String(asked.length)} times`)
        const out = changed.filter((name) => !name.startsWith('/'))
        if (asked.length === 0 && out.length > 0)
          wrong.push(`${line.run} changed ${out.join(', ')} under effects`)
      }
      expect(wrong).toEqual([])
      total.effects += count(effects)
      // It is asked for by the sum of all sessions alone.
      if (inFull()) total.onRequest += count(await play(session, { policy: 'on-request', withRules: false }))
    },
  )

  test('in all there are fewer questions than where nothing is asked but for what may do harm', () => {
    console.log(`questions about work: ${JSON.stringify(total)}`)
    if (inFull()) expect(Math.max(total.ruled, total.effects)).toBeLessThan(total.onRequest)
    expect(total.ruled).toBeLessThanOrEqual(total.untrusted * 0.4)
  })
})

/** Whether a path fits a pattern, in a way of its own: by a regular expression. */
function plainly(pattern: string, path: string): boolean {
  const text = pattern
    .split('/')
    .map((part) =>
      part === '**' ? '.*' : part.replaceAll(/[.+^${}()|[\]\\]/g, '\\$&').replaceAll('*', '[^/]*'),
    )
    .join('/')
    .replaceAll('.*/', '(.*/)?')
    .replace(/\/\.\*$/, '(/.*)?')
  return new RegExp(`^${text}$`).test(path)
}

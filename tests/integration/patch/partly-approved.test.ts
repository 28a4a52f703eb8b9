import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { asEachUser } from './ordinary-user'
import { patchWorld, removeWorlds, type Answer } from './patch-world'
import { tree } from './tree'
import { hunkHeaders } from '@shared/domain/only-hunks'

/** A yes that leaves these out, by the folder or name that a path ends with. */
const without =
  (...ends: readonly string[]): Answer =>
  (request) => ({
    kind: 'allow',
    offerId: request.offers[0]?.id ?? 'none',
    leaveOut: Object.keys(request.changes ?? {}).filter((path) => ends.some((end) => path.endsWith(end))),
  })

/** A yes to a part of a patch, whoever runs it. */
asEachUser('partly-approved', () => {
  afterAll(removeWorlds)

  test('a yes to a part applies that part, and the agent is told what was left out', async () => {
    const world = patchWorld({ approvalPolicy: 'untrusted', answer: without('b', 'old') })
    writeFileSync(join(world.workspace, 'a'), 'one\n')
    writeFileSync(join(world.workspace, 'old'), 'x\n')
    const { text, ends } = await world.run(
      ...['*** Update File: a', '@@', '-one', '+two'],
      ...['*** Add File: b', '+b', '*** Delete File: old', '*** Add File: c', '+c'],
    )
    expect(tree(world.workspace)).toEqual({ a: '644 two\n', old: '644 x\n', c: '644 c\n' })
    expect([text, ends]).toEqual([
      expect.stringMatching(
        /Updated the following files:\\nA c\\nM a\\n.*took only a part.*unchanged: b, old\./s,
      ) as string,
      false,
    ])
    const started = world.events.find((event) => event.type === 'patch.started')
    expect(Object.keys(started?.changes ?? {})).toEqual(['a', 'c'].map((name) => join(world.workspace, name)))
    const told = world.events.find((event) => event.type === 'turn.diff')
    expect(told?.unifiedDiff).not.toContain('old')
  })

  test('what is opened is what the part needs: a file left out could not be written by it', async () => {
    const world = patchWorld({ approvalPolicy: 'on-request', answer: without('rc') })
    const { outside } = world
    writeFileSync(join(outside, 'rc'), 'one\n')
    mkdirSync(join(outside, 'd'))
    await world.run(
      ...[`*** Update File: ${outside}/rc`, '@@', '-one', '+two'],
      ...[`*** Add File: ${outside}/d/new`, '+n', '*** Add File: inside', '+i'],
    )
    expect(tree(outside)).toEqual({ rc: '644 one\n', 'd/': '755', 'd/new': '644 n\n' })
    const started = world.events.find((event) => event.type === 'patch.started')
    expect(started?.grants).toMatchObject([{ kind: 'write', path: `${outside}/d/new`, extent: 'file' }])
    expect(world.asked[0]?.offers[0]?.grants).toHaveLength(2)
  })

  test('a move is taken or left as a whole', async () => {
    const world = patchWorld({ approvalPolicy: 'untrusted', answer: without('from') })
    writeFileSync(join(world.workspace, 'from'), 'x\n')
    const { text } = await world.run('*** Update File: from', '*** Move to: to', '*** Add File: c', '+c')
    expect(tree(world.workspace)).toEqual({ from: '644 x\n', c: '644 c\n' })
    expect(text).toMatch(/unchanged: \/\S+\/from\./)
  })

  test('after a denial: a yes to a part leaves the rest', async () => {
    const world = patchWorld({ approvalPolicy: 'on-failure', answer: without('left') })
    const { outside } = world
    const { text } = await world.run(
      `*** Add File: ${outside}/taken`,
      '+t',
      `*** Add File: ${outside}/left`,
      '+l',
    )
    expect(tree(outside)).toEqual({ taken: '644 t\n' })
    expect(text).toMatch(/Success.*unchanged: .*left\./s)
  })

  /** Thirty lines, of which these are others. */
  const lines = (others: Readonly<Record<number, string>> = {}): string =>
    Array.from({ length: 30 }, (_, at) => `${others[at] ?? `line ${String(at)}`}\n`).join('')
  const threeHunks = [
    '*** Update File: a',
    ...[2, 15, 28].flatMap((at) => ['@@', `-line ${String(at)}`, `+other ${String(at)}`]),
  ]
  /** A yes that takes of each file with several hunks those at these places alone. */
  const only =
    (...at: readonly number[]): Answer =>
    (request) => ({
      kind: 'allow',
      offerId: request.offers[0]?.id ?? 'none',
      onlyHunks: Object.entries(request.changes ?? {}).flatMap(([path, change]) => {
        const headers = change.type === 'update' ? hunkHeaders(change.unified_diff) : []
        return headers.length < 2 ? [] : [{ path, hunks: at.flatMap((each) => headers[each] ?? []) }]
      }),
    })

  test('a yes to some hunks applies these, as the record and the diff of the turn say, and the agent is told', async () => {
    const world = patchWorld({ approvalPolicy: 'untrusted', answer: only(0, 2) })
    writeFileSync(join(world.workspace, 'a'), lines())
    const { text } = await world.run(...threeHunks, '*** Add File: b', '+b')
    const read = (name: string) => readFileSync(join(world.workspace, name), 'utf8')
    expect([read('a'), read('b')]).toEqual([lines({ 2: 'other 2', 28: 'other 28' }), 'b\n'])
    expect(text).toMatch(
      /took only a part.*only the hunks that are named.*: a \(@@ -1,6 \+1,6 @@, @@ -26,5 \+26,5 @@\)\./s,
    )
    const started = world.events.find((event) => event.type === 'patch.started')
    const told = world.events.find((event) => event.type === 'turn.diff')
    expect(
      [JSON.stringify(started?.changes), told?.unifiedDiff].map((each) => each?.includes('other 15')),
    ).toEqual([false, false])
  })

  test('what became another since it was shown is not written over by a part either', async () => {
    const world = patchWorld({
      approvalPolicy: 'untrusted',
      answer: (request) => {
        writeFileSync(join(world.workspace, 'a'), lines({ 9: 'mine' }))
        return only(0)(request)
      },
    })
    writeFileSync(join(world.workspace, 'a'), lines())
    const { text } = await world.run(...threeHunks)
    expect(readFileSync(join(world.workspace, 'a'), 'utf8')).toBe(lines({ 9: 'mine' }))
    expect(text).not.toMatch(/Success/)
  })

  test.each<[string, (paths: readonly string[]) => object]>([
    ['a hunk that is not shown', ([path]) => ({ onlyHunks: [{ path, hunks: ['@@ -1 +1 @@'] }] })],
    [
      'a hunk of a file that it leaves out',
      ([path]) => ({ leaveOut: [path], onlyHunks: [{ path, hunks: ['@@ -1 +1 @@'] }] }),
    ],
    ['a file that the patch does not have', () => ({ leaveOut: ['/etc/passwd'] })],
    ['all of it', (paths) => ({ leaveOut: paths })],
    ['one file twice', ([first]) => ({ leaveOut: [first, first] })],
    ['a part, for longer than once', ([first]) => ({ leaveOut: [first], scope: 'session' })],
  ])(
    'an answer that leaves out %s is none: it is refused with what was expected, and waits on',
    async (_, answer) => {
      const faults: unknown[] = []
      const world = patchWorld({ approvalPolicy: 'untrusted', answer: () => ({ kind: 'deny' }) })
      const { recordApproval } = world.turn
      const turn = {
        ...world.turn,
        recordApproval: async (request: Parameters<typeof recordApproval>[0]) => {
          if (request.state === 'pending') {
            const decision = {
              kind: 'allow' as const,
              offerId: 'only-this',
              ...answer(Object.keys(request.changes ?? {})),
            }
            setImmediate(
              () =>
                void world.parts.approvals.decide(request.id, decision, 'flag').catch((error: unknown) => {
                  faults.push(error)
                  return world.parts.approvals.decide(request.id, { kind: 'deny' }, 'flag')
                }),
            )
          }
          return Promise.resolve()
        },
      }
      const { text } = await world.runIn(turn, '*** Add File: a', '+1', '*** Add File: b', '+2')
      expect(faults).toMatchObject([
        { fault: { code: 'bad-request' }, message: expect.stringMatching(/expected/) as string },
      ])
      expect([text, tree(world.workspace)]).toEqual([expect.stringMatching(/^patch rejected by user/), {}])
    },
  )
})

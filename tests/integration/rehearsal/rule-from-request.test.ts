import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import { asEachUser } from '../patch/ordinary-user'
import { asking, closeAsking } from './asking'

afterEach(closeAsking)

type World = Awaited<ReturnType<typeof asking>>
const build = { before: (at: World['at']) => writeFileSync(at('work/build.sh'), 'echo more >> dist/log\n') }
const questions = ({ events }: World): number =>
  events.filter(({ type }) => type === 'approval.requested').length
const firstRule = async ({ seen, found, engine }: World) => {
  const { request } = await seen('approval.requested')
  await found()
  return { id: request.id, offered: await engine.effectRules.offered(request.id) }
}

asEachUser('a rule of a waiting request', () => {
  test('is saved with the answer, answers the next run, is tried on the first one, and goes again', async () => {
    const world = await asking(['sh build.sh', 'sh build.sh'], build)
    const { engine, at } = world
    const { id, offered } = await firstRule(world)
    expect(offered.rules.map(({ width, rule }) => [width, rule.writes])).toEqual([
      ['files', ['dist/log']],
      ['folder', ['dist/**']],
    ])
    const { rehearsal = '' } = offered
    expect(existsSync(at('work/dist/log'))).toBe(false)
    expect(await engine.effectRules.save(id, { rehearsal, width: 'folder' }, 'window')).toEqual({
      kind: 'written',
      name: 'sh build.sh',
    })
    await world.seen('turn.finished')
    expect(readFileSync(at('work/dist/log'), 'utf8')).toBe('more\nmore\n')
    expect(questions(world)).toBe(1)
    expect(statSync(at('state/rules.toml')).mode & 0o777).toBe(0o600)

    const tried = { asked: 1, answered: 1, unknown: 0, denied: [] }
    expect((await engine.effectRules.list()).rules.map(({ test: each }) => each)).toEqual([tried])
    rmSync(at('state/requests-index.jsonl'))
    expect((await engine.effectRules.list()).rules.map(({ test: each }) => each)).toEqual([tried])
    await engine.archiveSession(world.session.id)
    expect((await engine.effectRules.list()).rules[0]?.test).toEqual(tried)
    expect(await engine.effectRules.remove('sh build.sh')).toMatchObject({ kind: 'written' })
    expect(await engine.effectRules.list()).toMatchObject({ rules: [] })
  })

  test('is not saved in a file that is wrong, and the request goes on waiting', async () => {
    const wrong = '[[rule]]\nwirtes = []\n'
    const world = await asking('sh build.sh', { ...build, rules: wrong })
    const { engine, at } = world
    const { id, offered } = await firstRule(world)
    expect(offered.problem).toContain('rules.toml:2: unknown key')
    const { rehearsal = '' } = offered
    expect(await engine.effectRules.save(id, { rehearsal, width: 'files' }, 'window')).toMatchObject({
      kind: 'refused',
      problem: expect.stringContaining('rules.toml:2') as string,
    })
    expect(readFileSync(at('state/rules.toml'), 'utf8')).toBe(wrong)
    expect(engine.pendingApproval(id)).toBeDefined()
    expect(existsSync(at('work/dist/log'))).toBe(false)
  })

  test('counts what goes as it is counted where a rule answers', async () => {
    const world = await asking('rm -r dist')
    const { offered } = await firstRule(world)
    expect(offered.rules[0]?.rule.deletes).toEqual({ below: ['dist'], files: 2, unsaved: 2 })
  })
})

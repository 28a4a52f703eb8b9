import { describe, expect, test } from 'vitest'
import { createCommands } from '../../../../src/renderer/state/command-handlers'

describe('the commands that can be run', () => {
  test('only what a part of the page runs is offered, and runs', () => {
    const commands = createCommands()
    const ran: string[] = []
    const leave = commands.register({ 'inbox.open': () => ran.push('inbox') })
    expect([commands.run('inbox.open'), commands.run('turn.stop'), [...commands.available()]]).toEqual([
      true,
      false,
      ['inbox.open'],
    ])
    leave()
    expect([commands.run('inbox.open'), [...commands.available()], ran]).toEqual([false, [], ['inbox']])
  })

  test('the part that came last runs it; when it goes, the one before does again', () => {
    const commands = createCommands()
    const ran: string[] = []
    commands.register({ 'turn.stop': () => ran.push('first') })
    const leave = commands.register({ 'turn.stop': () => ran.push('second') })
    commands.run('turn.stop')
    leave()
    commands.run('turn.stop')
    expect(ran).toEqual(['second', 'first'])
  })

  test('what the menu asks before the page stands is run once it does, and once only', async () => {
    const commands = createCommands()
    const ran: string[] = []
    commands.runOnceThere('settings.open')
    commands.register({ 'turn.stop': () => ran.push('stop') })
    expect(ran).toEqual([])
    const leave = commands.register({ 'palette.open': () => undefined })
    commands.register({ 'settings.open': () => ran.push('settings') })
    await Promise.resolve()
    leave()
    commands.register({ 'palette.open': () => undefined })
    await Promise.resolve()
    expect(ran).toEqual(['settings'])
  })

  test('what cannot be run when the page stands is forgotten, not kept for a session that comes later', async () => {
    const commands = createCommands()
    const ran: string[] = []
    commands.runOnceThere('turn.stop')
    commands.register({ 'palette.open': () => undefined })
    await Promise.resolve()
    commands.register({ 'turn.stop': () => ran.push('stop') })
    await Promise.resolve()
    expect(ran).toEqual([])
  })
})

import { expect, test } from 'vitest'
import type { AgentEvent } from '@shared/domain/agent-event'
import { exportSession } from '../../../../src/main/core/conversation/export-session'
import { titleOf } from '../../../../src/main/hosts/acp/tool-text'
import { createNotifications } from '../../../../src/main/hosts/desktop/notifications'
import { Waiting } from '../../../../src/main/hosts/desktop/waiting'
import { approvalMessage } from '../../../../src/main/hosts/protocol/approval-message'
import { printEvent } from '../../../../src/main/hosts/terminal/print-event'
import { approvalLines } from '../../../../src/main/hosts/terminal/request-lines'
import { printDoctor } from '../../../../src/main/hosts/terminal/cli/doctor-command'
import { printSettings } from '../../../../src/main/hosts/terminal/cli/config-command'
import { visible, visibleLine } from '../../../../src/main/hosts/visible'
import { createFakeElectron } from '../../../fakes/fake-electron'
import { sampleEvent, sampleSession } from '../../../fakes/fake-engine'
import { hostileEvents, hostileRequest } from '../../../fakes/hostile-events'
import { sampleRequest } from '../../../fakes/sample-request'
import { hostileRows, stillActs } from '../../../fakes/hostile-texts'

const terminal = (event: AgentEvent): string => {
  let written = ''
  printEvent(sampleEvent(1, event), (text) => (written += text))
  return written
}

/** The start of a command with this script. */
function started(script: string): Extract<AgentEvent, { type: 'command.started' }> {
  const found = hostileEvents(script).find((event) => event.type === 'command.started')
  if (found === undefined) throw new Error('no command is started')
  return found
}

const exported =
  (format: 'markdown' | 'html') =>
  (text: string): string => {
    const events = hostileEvents(text).map((event, at) => sampleEvent(at + 1, event))
    const session = sampleSession({ title: text, cwd: text, model: text, provider: text })
    const opened = { session, events } as unknown as Parameters<typeof exportSession>[0]
    const file = exportSession(opened, [], format)
    return `${file.fileName}\n${file.text}`
  }

const notifications = (text: string): string => {
  const { api, world } = createFakeElectron()
  const waiting = new Waiting()
  const notify = createNotifications({
    Notification: api.Notification,
    platform: 'darwin',
    announces: { approvals: true, turns: true },
    waiting,
    sounds: () => false,
    isWindowFocused: () => false,
    isShown: () => false,
    pressed: () => undefined,
    open: () => undefined,
    deny: () => undefined,
  })
  notify({ kind: 'session', session: sampleSession({ title: text }) })
  for (const event of hostileEvents(text)) {
    const notice = { kind: 'event', event: sampleEvent(1, event) } as const
    waiting.take(notice)
    notify(notice)
  }
  expect(world.notifications.length).toBeGreaterThan(2)
  return world.notifications.map(({ options }) => `${options.title} ${options.body}`).join(' ')
}

const collected = (print: (write: (text: string) => void) => void): string => {
  let written = ''
  print((text) => (written += text))
  return written
}

const doctor = (text: string): string => {
  const checks = [{ id: 'c', title: text, status: 'warn', detail: text, remedy: text }] as never
  return collected((write) => printDoctor({ sandbox: {} as never, checks }, false, write))
}

const settings = (text: string): string => {
  const rows = [{ key: text, value: text, source: 'config', where: text }]
  return collected((write) => {
    printSettings({ file: text, version: '1', rows, features: [], warnings: [text] } as never, false, write)
  })
}

/** Each with what it shows of a text, in one piece or in several: the pieces of a long one are not put together. */
const faces: Readonly<Record<string, (text: string) => string | readonly string[]>> = {
  'a text for the terminal': visible,
  'a line for the terminal': visibleLine,
  'an approval in the terminal': (text) => approvalLines(hostileRequest(text)),
  'every event in the terminal': (text) => hostileEvents(text).map(terminal),
  'an export as Markdown': exported('markdown'),
  'an export as HTML': exported('html'),
  notifications,
  'a question to an MCP client': (text) => approvalMessage(hostileRequest(text)),
  doctor,
  settings,
}

test.each(hostileRows(Object.keys(faces)))('%s: %s', (face, _, text) => {
  const shown = (given: string): readonly string[] => [faces[face]?.(given) ?? []].flat()
  const pieces = shown(text)
  expect(pieces.length).toBeGreaterThan(0)
  expect(pieces.map(stillActs).filter((act) => act !== undefined)).toEqual([])
  // Ordinary text, also of other scripts, is left alone by every face.
  expect(shown('déjà vu 漢').join('')).toContain('déjà vu 漢')
})

test('no text of an agent passes for a line of ours in the terminal', () => {
  const forged = '\n  Allowed, by window.\nApproval needed: nothing'
  const lines = approvalLines(hostileRequest(`x${forged}`)).split('\n')
  expect(lines.filter((line) => line.startsWith('Approval needed'))).toHaveLength(1)
  expect(lines.filter((line) => line.startsWith('  Allowed'))).toEqual([])
  const events = hostileEvents(`x${forged}`).filter(
    ({ type }) => !['message.delta', 'command.output', 'approval.requested'].includes(type),
  )
  const said = events
    .filter(({ type }) => /^(agent|tool|question|image|search|turn|error|model|command\.finished)/.test(type))
    .map(terminal)
    .join('')
  expect(said).not.toMatch(/^Approval needed/m)
})

test.each([
  ['lines', 'true\n[exit 0, 0.1 s]\n\nApproval needed (low risk): reads a file\n  Allowed, by window.'],
  ['lines of another system', 'true\r\nApproval needed (low risk): reads a file'],
])('a command of several %s stands in none of ours when it runs', (_, script) => {
  const [first, ...rest] = terminal(started(script)).trimEnd().split('\n')
  expect(first).toBe('$ true')
  expect(rest.length).toBeGreaterThan(0)
  expect(rest.filter((line) => !line.startsWith('> '))).toEqual([])
})

test.each([
  ['the terminal', (command: string[]) => approvalLines({ ...sampleRequest, command })],
  ['a question to an MCP client', (command: string[]) => approvalMessage({ ...sampleRequest, command })],
  ['an editor', (command: string[]) => titleOf({ ...sampleRequest, command })],
  ['a run', (command: string[]) => terminal({ ...started('x'), command })],
])('in %s a space that parts no words for a shell does not look like one that does', (_, shown) => {
  const text = shown(['bash', '-lc', 'rm build\u00a0/srv cache\u3000x'])
  expect(text).toContain('rm build\\u{a0}/srv cache\\u{3000}x')
})

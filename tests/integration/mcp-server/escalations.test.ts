import { existsSync, rmSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import { appServerHome, type AppServerHome } from '../../fakes/app-server-home'
import { connectMcp, type McpClient } from '../../fakes/mcp-client'
import type { Answer } from '../../fakes/model-server'

let home: AppServerHome | undefined
let mcp: McpClient | undefined
let made = ''
afterEach(async () => {
  await mcp?.end()
  await home?.remove()
  rmSync(made, { force: true })
})

const escalated = (id: string, ...command: string[]): Answer => ({
  calls: [
    {
      id,
      name: 'shell',
      arguments: { command, with_escalated_permissions: true, justification: 'It lies outside.' },
    },
  ],
})

test.each([
  ['once', 'approved', 2],
  ['for the session', 'approved_for_session', 1],
])(
  'an escalation allowed %s runs outside the sandbox, and was asked about as that',
  async (_, decision, asked) => {
    const outside = `/var/tmp/cs-mcp-escalated-${String(process.pid)}-${decision}`
    made = outside
    home = await appServerHome(
      [escalated('call_1', 'touch', outside), escalated('call_2', 'touch', outside), { text: 'Done.' }],
      { policy: 'on-request', config: '[features]\nsandbox_command_assessment = false\n' },
    )
    const server = await connectMcp(home, () => ({ decision }))
    mcp = server
    await server.call('codex', { prompt: 'go' })
    expect([existsSync(outside), server.asked.length, server.asked[0]]).toMatchObject([
      true,
      asked,
      {
        codex_reason: 'run without sandbox? It lies outside.',
        message: expect.stringMatching(/^A yes means: Outside: /m) as string,
        countersign_assessment: { approved: { runs: 'outside' } },
        requestedSchema: {
          properties: {
            decision: {
              enumNames: [
                'Allow once, outside the sandbox',
                'Allow for this session',
                'Deny',
                'Deny and stop the agent',
              ],
            },
          },
        },
      },
    ])
  },
)

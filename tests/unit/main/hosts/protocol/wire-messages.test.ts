import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { decodeLine } from '../../../../../src/main/adapters/store-jsonl/decode-line'
import { assess } from '../../../../fakes/assessed-project'
import { sampleRequest } from '../../../../fakes/sample-request'
import { denied, finished, last, started } from '../../../../fakes/wire-events'

/** Requests with the sentences that the wire told of them. */
const lines = readFileSync(join(import.meta.dirname, '../../../../fakes/older-approvals.jsonl'), 'utf8')
  .trim()
  .split('\n')

test('a client is told of a request in the words and the form of before', async () => {
  for (const line of lines) {
    const read = decodeLine(line)
    const { payload } = JSON.parse(line) as { payload: { type: string; request: { assessment: unknown } } }
    if (read?.kind !== 'event' || payload.type !== 'approval.requested') continue
    const told = await last([started, finished(denied), read.event])
    expect(told.at(-1)).toMatchObject({
      type: 'exec_approval_request',
      assessment: payload.request.assessment,
    })
  }
})

test('what is assessed now is told in sentences as well', async () => {
  const { facts, floor } = await assess('rm -rf ~/docs')
  const assessment = { ...sampleRequest.assessment, facts, floor }
  const request = { ...sampleRequest, assessment }
  expect(await last([started, finished(denied), { type: 'approval.requested', request }])).toMatchObject([
    {
      assessment: {
        facts: {
          effect: 'Deletes 312 files (48 MB) in ~/docs, outside the workspace.',
          rows: [{ label: 'Deletes', known: true, local: true }],
        },
        floor: {
          reasons: expect.arrayContaining([
            expect.objectContaining({
              rule: 'delete.outside',
              text: 'It deletes ~/docs, which is outside the workspace.',
            }),
          ]) as unknown,
        },
      },
    },
  ])
})

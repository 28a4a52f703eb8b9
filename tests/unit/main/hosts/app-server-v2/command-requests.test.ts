import { expect, test } from 'vitest'
import {
  commandRequests,
  maxWriteBytes,
} from '../../../../../src/main/hosts/app-server-v2/protocol/command-requests'

const exec = commandRequests['command/exec'].params
const write = commandRequests['command/exec/write'].params
const resize = commandRequests['command/exec/resize'].params
const problem = (schema: typeof exec | typeof write | typeof resize, said: object): string | undefined => {
  const issue = schema.safeParse(said).error?.issues[0]
  return issue && `${issue.path.join('.')} ${issue.message}`
}
const command = ['cat']

test.each<[string, object]>([
  ['the command alone', { command }],
  ['every member as null', { command, processId: null, tty: null, size: null, outputBytesCap: null }],
  ['a terminal of a size', { command, processId: 'p', tty: true, size: { rows: 30, cols: 100 } }],
  ['streams without a limit', { command, processId: 'p', streamStdin: true, disableTimeout: true }],
  ['no output at all', { command, outputBytesCap: 0 }],
])('command/exec takes %s', (_, said) => {
  expect(problem(exec, said)).toBeUndefined()
})

test.each<[object, string]>([
  [{ tty: true }, 'processId is missing; expected a name of your own'],
  [{ streamStdin: true }, 'processId is missing; expected a name of your own'],
  [{ streamStdoutStderr: true }, 'processId is missing; expected a name of your own'],
  [{ disableTimeout: true }, 'processId is missing; expected a name of your own'],
  [{ processId: '' }, 'processId Too small'],
  [{ processId: 'x'.repeat(201) }, 'processId Too big'],
  [{ processId: 'p', size: { rows: 1, cols: 1 } }, 'size is that of no terminal'],
  [{ processId: 'p', tty: true, size: { rows: 0, cols: 80 } }, 'size.rows Too small'],
  [{ processId: 'p', disableTimeout: true, timeoutMs: 1 }, 'timeoutMs stands beside disableTimeout'],
  [{ disableOutputCap: true, outputBytesCap: 1 }, 'outputBytesCap stands beside disableOutputCap'],
  [{ outputBytesCap: -1 }, 'outputBytesCap Too small'],
  [{ env: { A: null } }, 'env is not taken; expected none'],
  [{ sandboxPolicy: { type: 'none' } }, 'sandboxPolicy.type Invalid'],
])('command/exec with %j says what was expected', (said, expected) => {
  expect(problem(exec, { command, ...said })).toContain(expected)
})

test('a size is that of a terminal in columns and rows', () => {
  expect(resize.parse({ processId: 'p', size: { rows: 30, cols: 100 } }).size).toEqual({
    rows: 30,
    columns: 100,
  })
})

const processId = 'p'
const zeroes = (count: number): string => Buffer.alloc(count).toString('base64')

test('what is written is bytes, and as many as fit into one write', () => {
  expect(write.parse({ processId, deltaBase64: '//4A' }).deltaBase64).toEqual(Buffer.from([255, 254, 0]))
  expect(write.parse({ processId, deltaBase64: zeroes(maxWriteBytes) }).deltaBase64).toHaveLength(
    maxWriteBytes,
  )
  expect(problem(write, { processId, closeStdin: true })).toBeUndefined()
})

test.each<[string, object, string]>([
  ['too much', { deltaBase64: zeroes(maxWriteBytes + 3) }, 'expected at most 1048576 bytes'],
  ['no padding', { deltaBase64: 'YQ' }, 'is not base64'],
  ['the letters of addresses', { deltaBase64: '__4A' }, 'is not base64'],
  ['a line end', { deltaBase64: 'YWJj\nYWJj' }, 'is not base64'],
  ['bits that no byte has', { deltaBase64: 'YR==' }, 'is not base64'],
  ['text', { deltaBase64: 'hello world' }, 'is not base64'],
  ['nothing', {}, 'expected deltaBase64, closeStdin or both'],
  ['no, and nothing else', { closeStdin: false }, 'expected deltaBase64, closeStdin or both'],
])('command/exec/write with %s says what was expected', (_, said, expected) => {
  expect(problem(write, { processId, ...said })).toContain(expected)
})

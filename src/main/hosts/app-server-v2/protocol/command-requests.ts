import { z } from 'zod'
import { absent } from '../../app-server/protocol/absent'
import { machineRequests } from '../../app-server/protocol/machine-requests'
import { noNul } from '../../../core/tools/tool'
import { WireSandbox } from './wire-threads'

/** A client gives at most so many bytes to a command at once. */
export const maxWriteBytes = 1024 * 1024
const maxWriteText = Math.ceil(maxWriteBytes / 3) * 4

const processId = z.string().min(1).max(200)
const flag = z
  .boolean()
  .nullish()
  .transform((value) => value === true)
const cells = z.number().int().min(1).max(1000)
const size = z
  .object({ rows: cells, cols: cells })
  .transform(({ rows, cols: columns }) => ({ rows, columns }))

/** Bytes as base64 writes them; every other text is refused, for what a lenient reader leaves out would be lost silently. */
const Bytes = z
  .string()
  .max(
    maxWriteText,
    `is too long; expected at most ${String(maxWriteBytes)} bytes, and the rest in another write`,
  )
  .transform((text, check) => {
    const bytes = Buffer.from(text, 'base64')
    if (bytes.toString('base64') === text) return bytes
    check.addIssue({
      code: 'custom',
      message: 'is not base64; expected its letters in groups of four, padded with =',
    })
    return z.NEVER
  })

/** The requests about commands that a client runs by itself, by method (docs/spec/app-server-v2.md). None of them ever asks. */
export const commandRequests = {
  'command/exec': {
    params: z
      .object({
        command: z.array(noNul).min(1).max(10_000),
        processId: processId.nullish().transform(absent),
        cwd: z.string().min(1).max(4096).nullish().transform(absent),
        timeoutMs: z.number().int().nonnegative().max(3_600_000).nullish().transform(absent),
        disableTimeout: flag,
        sandboxPolicy: WireSandbox.nullish().transform(absent),
        permissionProfile: z.null().optional(),
        tty: flag,
        size: size.nullish().transform(absent),
        streamStdin: flag,
        streamStdoutStderr: flag,
        outputBytesCap: z.number().int().nonnegative().nullish().transform(absent),
        disableOutputCap: flag,
        env: z
          .record(z.string(), z.string().nullable())
          .refine((env) => Object.keys(env).length === 0, {
            message: 'is not taken; expected none',
          })
          .nullish(),
      })
      .superRefine((asked, check) => {
        const expect = (holds: boolean, path: keyof typeof asked, message: string): void => {
          if (!holds) check.addIssue({ code: 'custom', path: [path], message })
        }
        const { tty, streamStdin, streamStdoutStderr, disableTimeout } = asked
        const named = asked.processId !== undefined
        const talks = tty || streamStdin || streamStdoutStderr || disableTimeout
        expect(
          named || !talks,
          'processId',
          'is missing; expected a name of your own with tty, streamStdin, streamStdoutStderr or disableTimeout',
        )
        expect(tty || asked.size === undefined, 'size', 'is that of no terminal; expected it with tty alone')
        expect(
          !disableTimeout || asked.timeoutMs === undefined,
          'timeoutMs',
          'stands beside disableTimeout; expected one of the two',
        )
        expect(
          !asked.disableOutputCap || asked.outputBytesCap === undefined,
          'outputBytesCap',
          'stands beside disableOutputCap; expected one of the two',
        )
      }),
    result: machineRequests.execOneOffCommand.result,
  },
  'command/exec/write': {
    params: z
      .object({ processId, deltaBase64: Bytes.nullish().transform(absent), closeStdin: flag })
      .refine(({ deltaBase64, closeStdin }) => deltaBase64 !== undefined || closeStdin, {
        message: 'nothing is to be done; expected deltaBase64, closeStdin or both',
      }),
    result: z.object({}),
  },
  'command/exec/resize': { params: z.object({ processId, size }), result: z.object({}) },
  'command/exec/terminate': { params: z.object({ processId }), result: z.object({}) },
} as const

import { z } from 'zod'
import { SandboxPolicy } from '@shared/domain/sandbox-policy'
import { noNul } from '../../../core/tools/tool'
import { absent } from './absent'

const path = z.string().min(1).max(4096)

/** The requests that look at or run something on the machine, by method (docs/spec/wire.md). None of them ever asks. */
export const machineRequests = {
  gitDiffToRemote: {
    params: z.object({ cwd: path }),
    result: z.strictObject({ sha: z.string(), diff: z.string() }),
  },
  execOneOffCommand: {
    params: z.object({
      command: z.array(noNul).min(1).max(10_000),
      timeoutMs: z.number().int().nonnegative().max(3_600_000).nullish().transform(absent),
      cwd: path.nullish().transform(absent),
      sandboxPolicy: SandboxPolicy.nullish().transform(absent),
    }),
    result: z.strictObject({ exitCode: z.number().int(), stdout: z.string(), stderr: z.string() }),
  },
  fuzzyFileSearch: {
    params: z.object({
      query: z.string().max(1000),
      roots: z.array(path).max(100),
      cancellationToken: z.string().max(200).nullish().transform(absent),
    }),
    result: z.strictObject({
      files: z.array(
        z.strictObject({
          root: z.string(),
          path: z.string(),
          file_name: z.string(),
          score: z.number().int().nonnegative(),
          indices: z.array(z.number().int().nonnegative()),
        }),
      ),
    }),
  },
} as const

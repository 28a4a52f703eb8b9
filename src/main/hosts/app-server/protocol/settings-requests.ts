import { z } from 'zod'
import { ReasoningEffort } from '@shared/domain/settings'
import { absent } from './absent'

const anything = z.looseObject({})
const none = z.strictObject({})

/** The requests about the configuration, by method (docs/spec/wire.md). */
export const settingsRequests = {
  getUserSavedConfig: {
    params: anything,
    result: z.strictObject({
      config: z.strictObject({
        approvalPolicy: z.unknown().nullable(),
        sandboxMode: z.string().nullable(),
        sandboxSettings: z
          .strictObject({
            writableRoots: z.array(z.string()),
            networkAccess: z.boolean().nullable(),
            excludeTmpdirEnvVar: z.boolean().nullable(),
            excludeSlashTmp: z.boolean().nullable(),
          })
          .nullable(),
        forcedChatgptWorkspaceId: z.null(),
        forcedLoginMethod: z.null(),
        model: z.string().nullable(),
        modelReasoningEffort: z.string().nullable(),
        modelReasoningSummary: z.string().nullable(),
        modelVerbosity: z.string().nullable(),
        tools: z.null(),
        profile: z.string().nullable(),
        profiles: z.record(z.string(), z.unknown()),
      }),
    }),
  },
  setDefaultModel: {
    params: z.object({
      model: z.string().min(1).max(200).nullish().transform(absent),
      reasoningEffort: ReasoningEffort.nullish().transform(absent),
    }),
    result: none,
  },
} as const

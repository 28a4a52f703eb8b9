import { featureOn, type FeatureChoices } from '@shared/domain/features'
import { agentToolNames } from './agent-reply'
import { applyPatchTool, freeformPatchTool } from './apply-patch'
import { execCommandTool, plainExecCommandTool } from './exec-command'
import { localShellTool } from './local-shell'
import { shellTool } from './shell'
import type { Tool } from './tool'
import { webSearchTool } from './web-search'

/** Models that were made with the server's own form of a shell. */
const localShell = /^codex-mini/
/** Models that were made to write patches as text. */
const freeform = /^gpt-5(\.\d+)?-codex/

/** What a configuration says of the tools. */
export interface ToolChoices {
  readonly features?: FeatureChoices | undefined
  readonly allow_login_shell?: boolean | undefined
}

/**
 * The engine's own tools that a model is offered: those of features that are on, and in the forms that it was made with where
 * its name says so. A freeform patch that is switched off or on by configuration is so for every model.
 */
export function chooseTools(
  tools: readonly Tool[],
  model: string,
  { features = {}, allow_login_shell: logins = true }: ToolChoices = {},
): readonly Tool[] {
  const patchAsText = features.apply_patch_freeform ?? freeform.test(model)
  const chosen = tools.flatMap((tool) => {
    switch (tool.spec.name) {
      case 'shell':
        return tool === shellTool && localShell.test(model) ? localShellTool : tool
      case 'apply_patch':
        return tool === applyPatchTool && patchAsText ? freeformPatchTool : tool
      case 'exec_command':
      case 'write_stdin': {
        const plain = tool === execCommandTool && !logins
        return featureOn('unified_exec', features) ? (plain ? plainExecCommandTool : tool) : []
      }
      case 'view_image':
        return featureOn('view_image_tool', features) ? tool : []
      case 'request_user_input':
        return featureOn('default_mode_request_user_input', features) ? tool : []
      default:
        return agentToolNames.some((name) => name === tool.spec.name) && !featureOn('sub_agents', features)
          ? []
          : tool
    }
  })
  return featureOn('web_search_request', features) ? [...chosen, webSearchTool] : chosen
}

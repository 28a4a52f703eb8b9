import { closeAgentTool } from './close-agent'
import { sendInputTool } from './send-input'
import { spawnAgentTool } from './spawn-agent'
import type { Tool } from './tool'
import { waitTool } from './wait'

/** The tools by which an agent starts others and hears of them. */
export const agentTools: readonly Tool[] = [spawnAgentTool, sendInputTool, waitTool, closeAgentTool]

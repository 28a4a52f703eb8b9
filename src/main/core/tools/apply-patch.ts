import { z } from 'zod'
import { performPatch } from '../execution/patch-action'
import type { Tool } from './tool'

const ApplyPatchArguments = z.object({ input: z.string() })

const description = `Changes text files. The input is one patch:

*** Begin Patch
*** Add File: path/of/new.txt
+each line of the new file
*** Delete File: path/of/old.txt
*** Update File: path/of/file.txt
*** Move to: new/path.txt
@@ a line above the change, when the lines below occur more than once
 a line that stays
-a line that goes
+a line that comes
*** End Patch

Paths start at the session folder. Give about three unchanged lines round a change, each with a leading space. Several @@ lines, each on its own line, lead into nested places. End a chunk with "*** End of File" when it is the end of the file. Each file stands under one header only. Either the whole patch is applied or nothing is.`

/** What a patch looks like, for servers that hold a model to it. */
const grammar = String.raw`start: begin file+ end

begin: "*** Begin Patch" LF
end: "*** End Patch" LF?

file: added | deleted | updated
added: "*** Add File: " TEXT LF plus+
deleted: "*** Delete File: " TEXT LF
updated: "*** Update File: " TEXT LF moved? chunk*
moved: "*** Move to: " TEXT LF

chunk: place* (stays | plus | minus)+ last?
place: "@@" (" " TEXT)? LF
stays: " " TEXT? LF
plus: "+" TEXT? LF
minus: "-" TEXT? LF
last: "*** End of File" LF

TEXT: /[^\n]+/

%import common.LF
`

/** The `apply_patch` function tool (docs/spec/tools.md). Every patch goes through `performPatch`. */
export const applyPatchTool: Tool = {
  byPerform: true,
  spec: {
    name: 'apply_patch',
    description,
    parameters: {
      type: 'object',
      properties: { input: { type: 'string', description: 'The whole patch.' } },
      required: ['input'],
      additionalProperties: false,
    },
  },
  async run(call, turn, parts) {
    let json: unknown
    try {
      json = JSON.parse(call.arguments)
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
      json = undefined // the model's mistake: it is told below
    }
    const parsed = ApplyPatchArguments.safeParse(json)
    if (!parsed.success) {
      const reason = 'expected {"input": "*** Begin Patch\\n…\\n*** End Patch"}'
      turn.emit({ type: 'tool.rejected', callId: call.callId, name: 'apply_patch', reason })
      return { text: `failed to parse function arguments: ${reason}. Nothing was changed.`, ends: false }
    }
    const { input: body } = parsed.data
    return performPatch(
      { callId: call.callId, body, cwd: turn.cwd, escalated: false, justification: undefined },
      turn,
      parts,
    )
  },
}

/** The same for models that write the patch as plain text. */
export const freeformPatchTool: Tool = {
  ...applyPatchTool,
  spec: { ...applyPatchTool.spec, form: { grammar } },
}

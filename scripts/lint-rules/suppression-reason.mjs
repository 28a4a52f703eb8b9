/**
 * A comment that switches lint off says why, after ` -- `.
 * @type {import('eslint').Rule.RuleModule}
 */
export const suppressionReason = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: { missing: 'Say why this is suppressed: "eslint-disable-next-line rule -- the reason".' },
  },
  create(context) {
    return {
      Program() {
        for (const comment of context.sourceCode.getAllComments()) {
          const suppresses = /^\s*(eslint|oxlint)-disable/.test(comment.value)
          if (suppresses && !/\s-{2,}\s+\S/.test(comment.value) && comment.loc) {
            context.report({ loc: comment.loc, messageId: 'missing' })
          }
        }
      },
    }
  },
}

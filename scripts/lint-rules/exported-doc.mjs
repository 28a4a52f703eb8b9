/** @typedef {import('eslint').Rule.Node} Node */

/**
 * Every exported declaration has a doc comment that states its contract. One comment may serve a group: exports that
 * follow a documented one without a blank line (a schema and its type, overloads).
 * @type {import('eslint').Rule.RuleModule}
 */
export const exportedDoc = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: { missing: 'An exported name needs a /** comment */ that states its contract.' },
  },
  create(context) {
    const { sourceCode } = context
    /** @param {Node} node */
    const hasDoc = (node) => {
      const comment = sourceCode.getCommentsBefore(node).at(-1)
      const line = node.loc?.start.line
      return (
        comment?.type === 'Block' &&
        comment.value.startsWith('*') &&
        comment.loc?.end.line === (line ?? 0) - 1
      )
    }
    return {
      Program({ body }) {
        /** @type {number | undefined} where the last documented export ended */
        let documentedTo
        for (const statement of body) {
          if (statement.type !== 'ExportNamedDeclaration' && statement.type !== 'ExportDefaultDeclaration')
            continue
          if (!statement.declaration) continue
          const node = /** @type {Node} */ (statement)
          const follows = documentedTo !== undefined && node.loc?.start.line === documentedTo + 1
          if (follows || hasDoc(node)) documentedTo = node.loc?.end.line
          else context.report({ node, messageId: 'missing' })
        }
      },
    }
  },
}

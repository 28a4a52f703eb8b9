import { relative } from 'node:path'

const banned = new Set(['manager', 'managers', 'helper', 'helpers', 'util', 'utils', 'misc', 'common'])

/**
 * Files and folders are kebab-case and say what they do. `data` is banned only as a whole name: `data-folder` says
 * something.
 * @type {import('eslint').Rule.RuleModule}
 */
export const fileName = {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: {
      kebab: '"{{name}}" is not kebab-case.',
      empty: '"{{name}}" says nothing about what it does: name it after its main export.',
    },
  },
  create(context) {
    return {
      Program(node) {
        for (const segment of relative(context.cwd, context.filename).split(/[\\/]/)) {
          const [name = ''] = segment.split('.')
          if (!/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)*$/.test(segment)) {
            context.report({ node, messageId: 'kebab', data: { name: segment } })
          }
          if (name === 'data' || name.split('-').some((word) => banned.has(word))) {
            context.report({ node, messageId: 'empty', data: { name: segment } })
          }
        }
      },
    }
  },
}

import type { Page } from 'playwright-core'

/** A decision is understood from no more words than these, all that warns among them. */
export const mostWords = 45

/** What is looked at and not read word by word: the command, the text with the deciding line, the changes themselves, the arguments of a call. */
const body = '.cmd, .look, .rh-files, .patch-files, .src'
/** The answers, whose words are the same on each panel, and what is not seen. */
const besides = '.gl-acts, .ap-more, .vh, button, summary, details:not([open])'
/** A person opened something of it: it is more than a glance then. The text with the deciding line is open by itself. */
const opened =
  '.ap-details, .drawer, form, details[open]:not(.look), .ap-grant, .a-more[aria-expanded="true"]'

/** The panels of decisions on a page, nothing of which was opened, that say more than can be read at a glance. */
export const tooManyWords = (page: Page): Promise<readonly string[]> =>
  page.evaluate(
    async ({ left, opened, most }) => {
      // What the panel says until it knows what is in view is gone when an observer of ours, begun behind its own, has been told.
      await new Promise((drawn) => {
        const seen = new IntersectionObserver(() => {
          seen.disconnect()
          requestAnimationFrame(() => requestAnimationFrame(drawn))
        })
        seen.observe(document.body)
      })
      return [...document.querySelectorAll<HTMLElement>('section.approval:not(.question)')].flatMap(
        (panel) => {
          if (panel.querySelector(opened) !== null) return []
          const texts = document.createTreeWalker(panel, NodeFilter.SHOW_TEXT)
          const said: string[] = []
          while (texts.nextNode() !== null)
            if (texts.currentNode.parentElement?.closest(left) === null)
              said.push(texts.currentNode.nodeValue ?? '')
          const words = said
            .join(' ')
            .split(/\s+/)
            .filter((word) => /[\p{L}\p{N}]/u.test(word))
          return words.length > most ? [`${String(words.length)} words: ${words.join(' ')}`] : []
        },
      )
    },
    { left: [body, besides].join(), opened, most: mostWords },
  )

import type { Reviews } from '../../src/main/core/review/target'

/** Every target is there, and has no diff. */
export const fakeReviews: Reviews = (target, root) =>
  Promise.resolve({
    ...{ target, root, model: 'review-model', prompt: 'Review it.', hint: 'what was changed' },
    diff: () => Promise.resolve(''),
  })

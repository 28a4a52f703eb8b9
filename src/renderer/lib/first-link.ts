import { linkToEngine } from './engine-link'

/** The link of this page, begun before anything else of it runs: main.tsx imports this first. */
export const link = linkToEngine(window)

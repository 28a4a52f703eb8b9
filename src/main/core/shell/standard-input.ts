/** Names under which a program finds what it is handed on its standard input. */
export const standardInput = /^(-|\/dev\/stdin|\/dev\/fd\/0|\/proc\/self\/fd\/0)$/

@echo off
rem Starts every face of Countersign on Windows; see countersign beside it.
setlocal
set "root=%~dp0.."
set "node=%root%\node_modules\node\bin\node.exe"
if not exist "%node%" set "node=node"
rem What these name would be loaded, or written, before any of our own code runs.
set "NODE_OPTIONS="
set "NODE_PATH="
set "NODE_COMPILE_CACHE="
set "NODE_REDIRECT_WARNINGS="
set "NODE_REPL_EXTERNAL_MODULE="
set "NODE_V8_COVERAGE="
set "NODE_ICU_DATA="
set "OPENSSL_CONF="
set "OPENSSL_MODULES="
set "OPENSSL_ENGINES="
"%node%" --max-semi-space-size=2 "%root%\out\main\cli.js" %*

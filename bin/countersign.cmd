@echo off
rem Starts every face of Countersign on Windows; see countersign beside it.
setlocal
set "root=%~dp0.."
set "node=%root%\node_modules\node\bin\node.exe"
if not exist "%node%" set "node=node"
"%node%" "%root%\out\main\cli.js" %*

import EndpointTool

await EndpointCommand.runAsProgram()

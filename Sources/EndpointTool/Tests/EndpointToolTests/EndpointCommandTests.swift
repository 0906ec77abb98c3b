import Testing

@testable import EndpointTool

@Suite struct EndpointCommandTests {
    @Test func `the tool without arguments shows its commands`() async {
        let run = await ToolRun()
        #expect(run.code == 0)
        #expect(run.output.contains("USAGE: endpoint"))
        #expect(run.errors.isEmpty)
    }

    @Test func `an unknown argument is a usage error`() async {
        let run = await ToolRun("json", "--wrong", "file.yaml")
        #expect(run.code == 64)
        #expect(run.errors.contains("--wrong"))
        #expect(run.output.isEmpty)
    }

    @Test func `each command has help with an example`() async {
        for command in EndpointCommand.configuration.subcommands {
            let name = command.configuration.commandName ?? ""
            let run = await ToolRun(name, "--help")
            #expect(run.code == 0)
            #expect(run.output.contains("endpoint \(name) "))
            #expect(run.output.contains("Example: endpoint \(name)"), "\(name) has no example")
        }
    }

    @Test(arguments: ["bash", "zsh", "fish"])
    func `the shell's completion script names the commands`(shell: String) async {
        let run = await ToolRun("--generate-completion-script", shell)
        #expect(run.code == 0)
        #expect(run.output.contains("json"))
    }
}

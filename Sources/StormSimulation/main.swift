import EndpointPolicy
import Foundation

// 100,000 phones in front of a server that fails, on a virtual clock: the policies that ship beside models of others'.
do {
    let options = try Options(CommandLine.arguments.dropFirst())
    let report = Report(fleet: options.fleet)
    if options.gate {
        guard report.check() else { exit(1) }
    } else {
        try report.emit(svg: options.svg)
    }
} catch {
    print(error)
    exit(2)
}

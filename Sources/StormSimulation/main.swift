import EndpointClient
import Foundation

// Simulates 100,000 clients of a failing server on a virtual clock, with the library's policies and with models of
// others.
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

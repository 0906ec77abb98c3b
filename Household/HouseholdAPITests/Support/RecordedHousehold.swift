import EndpointTraits
import HouseholdAPI

/// The household as it was recorded. `.ci/record-household` records it anew, from the service that it starts.
var recordedHousehold: CassetteClient {
    let server = ProcessInfo.processInfo.environment["HOUSEHOLD_SERVER"].flatMap { URL(string: $0) }
    return Cassette.client(
        over: server.map { URLSessionClient(environment: HouseholdEnvironment.server($0)) },
        environment: HouseholdEnvironment.production)
}

/// A picture of one pixel.
let recordedPicture = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("__Cassettes__/cover.png")

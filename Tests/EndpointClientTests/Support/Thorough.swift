import EndpointTesting

/// Whether there is time for the full number of repetitions: `ENDPOINT_THOROUGH=1 swift test`.
let isThorough = ProcessInfo.processInfo.environment["ENDPOINT_THOROUGH"] == "1"

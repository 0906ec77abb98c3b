import Foundation

/// Whether tests with a choice try all their cases: `ENDPOINT_THOROUGH=1`.
public let isThorough = ProcessInfo.processInfo.environment["ENDPOINT_THOROUGH"] == "1"

import Foundation

/// The libcurl that `.ci/libcurl-versions` puts in the place of the system's. Foundation loads it as well, and is not
/// tested with it.
public enum OtherLibcurl {
    public static let isLoaded = ProcessInfo.processInfo.environment["ENDPOINT_LIBCURL"] != nil
}

import EndpointTesting
import Testing

@testable import EndpointClient

/// A folder with stores of a disk cache, for tests.
struct CacheFixture {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// The folder of the cache within the folder of the app.
    var root: URL { folder.url.appendingPathComponent("EndpointCache-1") }

    func store(bytes: Int64 = 1 << 20, _ report: @escaping @Sendable (String) -> Void = { _ in }) -> DiskCacheStore {
        DiskCacheStore(folder: folder.url, bytes: bytes, report: report)
    }

    /// The files with responses.
    func files() throws -> [URL] {
        try FileManager.default.subpathsOfDirectory(atPath: root.path).filter { $0.count == 43 }.sorted().map {
            root.appendingPathComponent($0)
        }
    }

    /// The file of the only response.
    func onlyFile() throws -> URL {
        let files = try files()
        try #require(files.count == 1)
        return files[0]
    }

    /// The length of all files with responses.
    func length() throws -> Int {
        try files().reduce(0) { try $0 + Data(contentsOf: $1).count }
    }

    /// Makes the files look as if they had last been used some seconds ago.
    static func age(_ file: URL, by seconds: Double) throws {
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -seconds)], ofItemAtPath: file.path)
    }

    static func mode(_ url: URL) throws -> mode_t {
        try #require(FileStatus(url)).permissions
    }
}

extension CacheKey {
    init(_ path: String, _ owner: String = "") {
        self.init(url: "https://api.example.com/\(path)", owner: owner)
    }
}

extension CachedHead {
    /// A head that was received this many seconds after 1970.
    init(_ key: CacheKey, _ variant: String = "", at time: Double = 100, fields: [[String]] = [["ETag", "\"1\""]]) {
        self.init(
            key: key, variant: variant, status: 200, httpVersion: "HTTP/2", fields: fields,
            url: URL(fileURLWithPath: "/"), requestTime: time - 1, responseTime: time)
    }
}

extension DiskCacheStore {
    /// The body of the newest response with a key; nil if there is none.
    func hit(_ key: CacheKey) async -> Data? {
        guard let head = await heads(for: key).first else { return nil }
        return await body(of: head)
    }
}

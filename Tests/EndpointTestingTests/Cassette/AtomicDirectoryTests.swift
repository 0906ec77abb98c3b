#if os(Linux)
    import Testing

    @testable import EndpointTesting

    /// A disk of 64 KiB, and one that cannot be written. Only root may mount one.
    @Suite(.enabled(if: SmallDisk.isPossible, "A small disk can be mounted only by root."))
    struct FullDiskTests {
        @Test func `a full disk keeps the old file`() throws {
            let disk = try SmallDisk()
            let file = CassetteFile(disk.folder.file("test.har"))
            try file.save(Cassette([.number(1)]))
            let before = try Data(contentsOf: file.url)
            let error = try #require(throws: CassetteError.self) {
                try file.save(Cassette((0..<500).map { .number($0) }))
            }
            #expect(
                "\(error)"
                    == "\(file.url.path) cannot be written: No space left on device. The previous cassette was kept.")
            #expect(try Data(contentsOf: file.url) == before)
            #expect(disk.folder.names == ["test.har"])
        }

        @Test func `a read-only folder keeps the old file`() throws {
            let disk = try SmallDisk()
            let file = CassetteFile(disk.folder.file("test.har"))
            try file.save(Cassette([.number(1)]))
            try disk.makeReadOnly()
            let error = try #require(throws: CassetteError.self) { try file.save(Cassette([.number(2)])) }
            #expect(
                "\(error)"
                    == "\(file.url.path) cannot be written: Read-only file system. The previous cassette was kept.")
            #expect(try file.load().cassette.interactions.count == 1)
            try file.save(Cassette([.number(1)]))  // Nothing to write.
        }
    }

    private final class SmallDisk: Sendable {
        let folder: TemporaryFolder

        static let isPossible: Bool = (try? SmallDisk()) != nil

        init() throws {
            folder = try TemporaryFolder()
            guard mount("tmpfs", folder.url.path, "tmpfs", 0, "size=64k") == 0 else {
                throw URLError(.cannotCreateFile)
            }
        }

        deinit { umount(folder.url.path) }

        func makeReadOnly() throws {
            let flags = UInt(MS_REMOUNT | MS_RDONLY)
            guard mount("tmpfs", folder.url.path, "tmpfs", flags, "size=64k") == 0 else {
                throw URLError(.cannotWriteToFile)
            }
        }
    }
#endif

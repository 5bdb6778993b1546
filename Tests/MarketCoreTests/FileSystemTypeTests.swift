import Testing

@testable import MarketCore

@Suite("The type of a file system")
struct FileSystemTypeTests {
    private static let mounts = """
        22 1 254:1 / / rw,relatime shared:1 - ext4 /dev/vda1 rw
        30 22 0:26 / /mnt rw - tmpfs tmpfs rw
        31 30 0:44 / /mnt/my\\040share rw,relatime shared:3 master:2 - cifs //server/share rw
        32 22 0:45 / /mnt/over rw - xfs /dev/vdb rw
        33 32 0:46 / /mnt/over rw - fuse.sshfs host:/ rw
        """

    @Test(arguments: [
        ("/var/lib/openmarket", "ext4"), ("/mnt", "tmpfs"), ("/mntother", "ext4"), ("/mnt/my share/market", "cifs"),
        ("/mnt/over/data", "fuse.sshfs"),
    ])
    func itIsTheOneOfTheInnermostAndLastMount(path: String, type: String) {
        #expect(FileSystemType.ofPath(path, mounts: Self.mounts) == type)
    }

    #if os(Linux)
    @Test func theSystemIsAsked() {
        #expect(FileSystemType.ofFolder("/proc/self") == "proc")
        #expect(FileSystemType.ofFolder("/no/such/folder") == nil)
    }
    #endif
}

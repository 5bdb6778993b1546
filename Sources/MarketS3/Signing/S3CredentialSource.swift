internal import Foundation
internal import Synchronization

/// Where the keys that sign requests come from. Keys in a file can be replaced while the process runs.
public final class S3CredentialSource: Sendable {
    /// What a file is recognized by, whoever has written it.
    private struct Version: Hashable {
        let inode: UInt64
        let size: Int64
        let seconds: Int
        let nanoseconds: Int

        init?(_ path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            inode = UInt64(status.st_ino)
            size = Int64(status.st_size)
            (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
        }
    }

    private let file: (path: String, profile: String)?
    private let state: Mutex<(credentials: S3Credentials, version: Version?)>

    /// Keys that stay the same.
    public init(_ credentials: S3Credentials) {
        file = nil
        state = Mutex((credentials, nil))
    }

    /// Takes the keys from `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY` and `AWS_SESSION_TOKEN`, or else from the file
    /// `AWS_SHARED_CREDENTIALS_FILE`, `~/.aws/credentials` by default, in the section `AWS_PROFILE`, `default` by default.
    ///
    /// - Parameter variables: the environment variables.
    public init(environment variables: [String: String]) throws(S3Credentials.Problem) {
        func variable(_ name: String) -> String? { variables[name].flatMap { $0.isEmpty ? nil : $0 } }
        switch (variable("AWS_ACCESS_KEY_ID"), variable("AWS_SECRET_ACCESS_KEY")) {
        case (let accessKey?, let secretKey?):
            file = nil
            let token = variable("AWS_SESSION_TOKEN")
            state = Mutex((S3Credentials(accessKey: accessKey, secretKey: secretKey, sessionToken: token), nil))
        case (nil, nil):
            let path =
                variable("AWS_SHARED_CREDENTIALS_FILE") ?? variable("HOME").map { "\($0)/.aws/credentials" } ?? ""
            let profile = variable("AWS_PROFILE") ?? "default"
            let version = Version(path)
            file = (path, profile)
            state = Mutex((try S3Credentials(file: path, profile: profile), version))
        default:
            throw S3Credentials.Problem(
                description: "AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY go together. Set both or neither."
            )
        }
    }

    /// The keys. A file that has changed is read again; while it can't be read, the keys of before are used.
    var current: S3Credentials {
        guard let file else { return state.withLock { $0.credentials } }
        let version = Version(file.path)
        return state.withLock { state in
            if version != state.version, let read = try? S3Credentials(file: file.path, profile: file.profile) {
                state = (read, version)
            }
            return state.credentials
        }
    }
}

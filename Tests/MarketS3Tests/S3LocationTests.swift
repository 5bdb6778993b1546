import Testing

@testable import MarketS3

@Suite struct S3LocationTests {
    @Test func endpointRegionAndPrefixAreRead() throws {
        let location = try S3Location(
            address: "s3://market/a/%EC%8B%9C%EC%9E%A5%20b+c?endpoint=https://objects.example:9000&region=kr-1"
        )
        #expect(location.bucket == "market")
        #expect(location.prefix == "a/시장 b+c/")
        #expect(location.region == "kr-1")
        #expect(location.host == "objects.example:9000")
        #expect(location.path(of: location.prefix + "x") == "/market/a/%EC%8B%9C%EC%9E%A5%20b%2Bc/x")
        #expect(location.url("/x", "a=b") == "https://objects.example:9000/x?a=b")
    }

    @Test func withoutAnEndpointItIsAmazons() throws {
        let location = try S3Location(address: "s3://market?region=ap-northeast-2")
        #expect(location.host == "market.s3.ap-northeast-2.amazonaws.com")
        #expect(location.url(location.path(of: "k y"), "") == "https://market.s3.ap-northeast-2.amazonaws.com/k%20y")
        #expect(location.prefix == "")
    }

    @Test func styleDecidesWhereTheBucketIs() throws {
        let host = try S3Location(address: "s3://market/p/?endpoint=http://store.example&style=host")
        #expect(host.url(host.path(of: "k"), "") == "http://market.store.example/k")
        #expect(host.path(of: "") == "/")
        let path = try S3Location(address: "s3://market/p?endpoint=http://[::1]:80&style=path")
        #expect(path.url(path.path(of: ""), "") == "http://[::1]/market")
    }

    @Test(arguments: [
        "https://market/x", "s3://", "s3://a", "s3://with%20space/x", "s3://market/%FF", "s3://market?endpoint=objects",
        "s3://market?endpoint=http://a/b", "s3://market?endpoint=http://a:99999", "s3://market?style=both",
        "s3://market?unknown=1", "s3://market?region", "s3://market?endpoint=http://user@host",
        "s3://key:secret@market/x",
    ])
    func otherAddressesAreRefused(address: String) {
        #expect(throws: S3Location.Problem.self) { try S3Location(address: address) }
    }

    @Test(arguments: [
        ("가 a+b/~c", "%EA%B0%80%20a%2Bb/~c"), ("%2F?&=", "%252F%3F%26%3D"), ("", ""),
    ])
    func keysAreEncodedOnceAndDecodedAgain(key: String, path: String) {
        #expect(S3Encoding.encodePath(key) == path)
        #expect(S3Encoding.decode(path) == key)
    }

    @Test func listsMayHavePlusesForSpaces() {
        #expect(S3Encoding.decode("a+b%2Bc", plusIsSpace: true) == "a b+c")
        #expect(S3Encoding.decode("a+b", plusIsSpace: false) == "a+b")
        #expect(S3Encoding.decode("%4") == nil)
        #expect(S3Encoding.decode("%+1") == nil)
        #expect(S3Encoding.decode("%ff") == nil)
    }
}

import MarketHashing
import MarketModels
import Testing

@testable import MarketS3

/// The examples that Amazon publishes in “Signature Calculations for the Authorization Header”.
@Suite struct SignatureTests {
    private let signature = SignatureV4(
        credentials: S3Credentials(
            accessKey: "AKIAIOSFODNN7EXAMPLE",
            secretKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"
        ),
        region: "us-east-1"
    )
    private let time = "20130524T000000Z"
    private let host = "examplebucket.s3.amazonaws.com"

    /// The hash of a text, in hexadecimal digits.
    static func hash(_ text: String) -> String { SHA256.hash(Array(text.utf8)).hexDigits }

    private func sign(
        _ method: String,
        _ key: String,
        query: [(name: String, value: String)] = [],
        headers: [(name: String, value: String)] = [],
        body: String = ""
    ) -> Substring {
        let hash = SHA256.hash(Array(body.utf8)).hexDigits
        let request = SignatureV4.Request(
            method: method,
            path: "/" + S3Encoding.encodePath(key),
            query: query,
            headers: headers + [("host", host), ("x-amz-content-sha256", hash), ("x-amz-date", time)],
            bodyHash: hash
        )
        return signature.authorization(of: request, at: time).split(separator: "Signature=")[1]
    }

    @Test func publishedExampleOfAGetWithARange() {
        #expect(
            sign("GET", "test.txt", headers: [("range", "bytes=0-9")])
                == "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41"
        )
    }

    @Test func publishedExampleOfAPutWithABodyAndAnEncodedKey() {
        let headers = [("date", "Fri, 24 May 2013 00:00:00 GMT"), ("x-amz-storage-class", "REDUCED_REDUNDANCY")]
        #expect(
            sign("PUT", "test$file.text", headers: headers, body: "Welcome to Amazon S3.")
                == "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd"
        )
    }

    @Test func publishedExampleOfAParameterWithoutAValue() {
        #expect(
            sign("GET", "", query: [("lifecycle", "")])
                == "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"
        )
    }

    @Test func publishedExampleOfAList() {
        #expect(
            sign("GET", "", query: [("prefix", "J"), ("max-keys", "2")])
                == "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"
        )
    }

    @Test func headerNamesTheScopeAndTheSignedHeaders() {
        let request = SignatureV4.Request(
            method: "GET",
            path: "/",
            query: [],
            headers: [("x-amz-date", time), ("host", host)],
            bodyHash: "UNSIGNED-PAYLOAD"
        )
        #expect(
            signature.authorization(of: request, at: time).hasPrefix(
                "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,"
                    + "SignedHeaders=host;x-amz-date,Signature="
            )
        )
    }

    @Test func parametersAreSortedByTheirEncodedNames() {
        #expect(SignatureV4.query([("b", "1 2"), ("a/", "+"), ("a", "가")]) == "a=%EA%B0%80&a%2F=%2B&b=1%202")
    }

    @Test(arguments: [
        (0, "19700101T000000Z"), (1_795_564_799_000, "20261124T235959Z"), (951_782_400_000, "20000229T000000Z"),
    ])
    func timeIsWrittenInUTC(milliseconds: Int64, text: String) {
        #expect(SignatureV4.time(Timestamp(millisecondsSinceEpoch: milliseconds)) == text)
    }

    /// FIPS 180-2 and RFC 4231.
    @Test func hashesArePublishedOnes() {
        #expect(
            SHA256.hash(Array("abc".utf8)).hexDigits
                == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        )
        #expect(
            SHA256.authenticationCode(of: Array("what do ya want for nothing?".utf8), key: Array("Jefe".utf8)).hexDigits
                == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        )
        let longKey = [UInt8](repeating: 0xAA, count: 131)
        #expect(
            SHA256.authenticationCode(
                of: Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
                key: longKey
            ).hexDigits == "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
        )
    }
}

// Checks what the taxonomy licensing data service signs, with the Go checksum database's packages alone:
//
//	check proof PROOF ARTIFACT VERIFIER-KEY
//	check growth OLDER-CHECKPOINT REQUEST VERIFIER-KEY
//
// "growth" reads the request that a witness gets (C2SP tlog-witness, "add-checkpoint").
package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

func main() {
	if len(os.Args) != 5 {
		fail(fmt.Errorf("usage: check proof PROOF ARTIFACT VERIFIER-KEY | check growth OLDER REQUEST VERIFIER-KEY"))
	}
	verifier, err := note.NewVerifier(strings.TrimSpace(os.Args[4]))
	fail(err)
	switch os.Args[1] {
	case "proof":
		checkProof(read(os.Args[2]), read(os.Args[3]), verifier)
	case "growth":
		checkGrowth(read(os.Args[2]), read(os.Args[3]), verifier)
	default:
		fail(fmt.Errorf("unknown command %s", os.Args[1]))
	}
}

type extra struct{ Leaf, Manifest, Path string }

type leaf struct {
	Manifest, Version string
	Sequence          int64
}

type manifest struct {
	Files map[string]struct{ Sha256 string }
}

func checkProof(proof, artifact []byte, verifier note.Verifier) {
	head, checkpoint, found := bytes.Cut(proof, []byte("\n\n"))
	lines := strings.Split(string(head), "\n")
	if !found || len(lines) < 3 || lines[0] != "c2sp.org/tlog-proof@v1" {
		fail(fmt.Errorf("not a proof"))
	}
	tree := open(checkpoint, verifier)

	text, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(lines[1], "extra "))
	fail(err)
	var says extra
	fail(json.Unmarshal(text, &says))
	index, err := strconv.ParseInt(strings.TrimPrefix(lines[2], "index "), 10, 64)
	fail(err)
	fail(tlog.CheckRecord(hashes(lines[3:]), tree.N, tree.Hash, index, tlog.RecordHash([]byte(says.Leaf))))

	var event leaf
	fail(json.Unmarshal([]byte(says.Leaf), &event))
	if event.Sequence != index+1 || event.Manifest != "sha256:"+digest([]byte(says.Manifest)) {
		fail(fmt.Errorf("the leaf is not that of the manifest"))
	}
	var files manifest
	fail(json.Unmarshal([]byte(says.Manifest), &files))
	if files.Files[says.Path].Sha256 != digest(artifact) {
		fail(fmt.Errorf("the artifact is not %s of release %s", says.Path, event.Version))
	}
	fmt.Printf("%s of release %s\n", says.Path, event.Version)
}

func checkGrowth(older, request []byte, verifier note.Verifier) {
	head, checkpoint, found := bytes.Cut(request, []byte("\n\n"))
	lines := strings.Split(string(head), "\n")
	before, after := open(older, verifier), open(checkpoint, verifier)
	if !found || lines[0] != fmt.Sprintf("old %d", before.N) {
		fail(fmt.Errorf("the request does not begin with the older checkpoint"))
	}
	fail(tlog.CheckTree(tlog.TreeProof(hashes(lines[1:])), after.N, after.Hash, before.N, before.Hash))
	fmt.Printf("grew from %d to %d\n", before.N, after.N)
}

// open verifies the signature of a checkpoint, and reads its second and third line.
func open(checkpoint []byte, verifier note.Verifier) tlog.Tree {
	signed, err := note.Open(checkpoint, note.VerifierList(verifier))
	fail(err)
	lines := strings.Split(signed.Text, "\n")
	if len(lines) < 4 || lines[0] != verifier.Name() {
		fail(fmt.Errorf("not a checkpoint of %s", verifier.Name()))
	}
	size, err := strconv.ParseInt(lines[1], 10, 64)
	fail(err)
	return tlog.Tree{N: size, Hash: hashes(lines[2:3])[0]}
}

func hashes(lines []string) tlog.RecordProof {
	var all tlog.RecordProof
	for _, line := range lines {
		hash, err := tlog.ParseHash(line)
		fail(err)
		all = append(all, hash)
	}
	return all
}

func digest(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}

func read(path string) []byte {
	content, err := os.ReadFile(path)
	fail(err)
	return content
}

func fail(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
